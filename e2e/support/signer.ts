import { expect, type Locator, type Page } from '@playwright/test'
import type { ReadMail } from './mailbox.ts'
import { findViolations } from './violations.ts'

type Mailbox = (address: string, subject?: RegExp, after?: number) => Promise<ReadMail>

/** Expects that axe finds nothing on the page, by all its rules or by some. */
export async function expectAccessible(page: Page, rules = {}): Promise<void> {
  // A colour that still changes has the contrast of neither; the caret of the code blinks for ever.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  const violations = await findViolations(page, rules)
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

/** The texts of the signing page in a language. */
export async function readTexts(page: Page, language: string) {
  const source = await (await page.request.get(`/texts/${language}-signing.latest.js`)).text()
  const [, json = ''] = /\.set\("[^"]+", (.*)\)/s.exec(source) ?? []
  return JSON.parse(json) as Record<string, string>
}

/** The signing link in an email. */
export function signingLink(mail: ReadMail): string {
  const link = mail.links.find((candidate) => candidate.includes('/sign/'))
  if (!link) throw new Error(`No link to sign in: ${mail.text}`)
  return link
}

/** The code in the email to `address`. */
export async function readCode(readMail: Mailbox, address: string): Promise<string> {
  const { text } = await readMail(address, /code/i)
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error(`No code in: ${text}`)
  return code
}

/** Opens the link of the invitation and confirms the code. */
export async function openEmail(page: Page, readMail: Mailbox, address: string, link: string) {
  await page.goto(link)
  // The token has moved to a cookie, and is no longer in the URL.
  expect(page.url()).not.toContain(new URL(link).pathname)
  await page.getByRole('button', { name: 'Send code' }).tap()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await page.getByLabel('6-digit code').fill(await readCode(readMail, address))
  await expect(page.getByRole('article', { name: /^Page 1 of/ })).toBeVisible()
}

/** Scrolls to the middle of page 2, rotates the phone and back, and expects the reading position to stay. */
export async function rotatePhone(page: Page) {
  const portrait = page.viewportSize()!
  const pageElement = page.getByRole('article', { name: /^Page 2 of/ })
  const readingFraction = () =>
    pageElement.evaluate((element) => {
      const box = element.getBoundingClientRect()
      return (window.innerHeight * 0.4 - box.top) / box.height
    })
  await pageElement.evaluate(async (element) => {
    const box = element.getBoundingClientRect()
    const top = box.top + box.height / 2 - window.innerHeight * 0.4
    window.scrollBy({ top, behavior: 'instant' })
    // The page has then handled the scrolling, and knows what is being read.
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let frame = 0; frame < 3; frame += 1) await nextFrame()
  })
  const fractionBefore = await readingFraction()
  for (const [width, height] of [
    [portrait.height, portrait.width],
    [portrait.width, portrait.height],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(readingFraction).toBeGreaterThan(fractionBefore - 0.1)
    await expect.poll(readingFraction).toBeLessThan(fractionBefore + 0.1)
  }
}

/** Draws strokes with a finger through these points of the pad (fractions from 0 to 1). */
export async function drawWithFinger(page: Page, ...strokes: [x: number, y: number][][]) {
  const pad = await page.getByRole('img', { name: /^Draw with your finger/ }).boundingBox()
  if (!pad) throw new Error('There is no drawing pad.')
  const touches = await page.context().newCDPSession(page)
  for (const stroke of strokes) {
    for (const [index, [x, y]] of stroke.entries()) {
      const touchPoints = [{ x: pad.x + x * pad.width, y: pad.y + y * pad.height }]
      await touches.send('Input.dispatchTouchEvent', {
        type: index === 0 ? 'touchStart' : 'touchMove',
        touchPoints,
      })
    }
    await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await touches.detach()
}

/** Creates a signature or initials in the open dialog: drawn with a finger, or typed. */
export async function adopt(page: Page, method: 'draw' | { text: string }) {
  const pageElement = page.getByRole('dialog', { name: /^Your (signature|initials)$/ })
  await expect(pageElement).toBeVisible()
  if (method === 'draw') {
    await expect(page.getByRole('button', { name: 'Clear' })).toBeDisabled()
    await drawWithFinger(page, wave(0.15, 0.55), wave(0.5, 0.85))
    await expect(page.getByRole('button', { name: 'Clear' })).toBeEnabled()
  } else {
    await pageElement.getByRole('tab', { name: 'Type' }).tap()
    await pageElement.getByRole('textbox').fill(method.text)
  }
  await pageElement.getByRole('button', { name: /^Use (this|these)/ }).tap()
  await expect(pageElement).toBeHidden()
}

/** The last step: consent, and the button to sign. */
export async function sign(page: Page) {
  await page.getByRole('button', { name: 'Review and sign' }).tap()
  const pageElement = page.getByRole('dialog')
  await pageElement.getByRole('checkbox', { name: 'I agree' }).tap()
  await pageElement.getByRole('button', { name: 'Sign', exact: true }).tap()
  await expect(page.getByRole('heading', { name: /You have signed/ })).toBeVisible()
}

/** Moves the focus to a control by keyboard. */
export async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The control cannot be reached with the Tab key.')
}

/** A stroke like handwriting, between two fractions of the pad's width. */
function wave(from: number, to: number): [number, number][] {
  return Array.from({ length: 25 }, (_, step) => [
    from + ((to - from) * step) / 24,
    0.5 + 0.3 * Math.sin(step / 2) * (1 - step / 40),
  ])
}
