import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendAndFindLinks } from '../support/links.ts'
import { getBox, openDraft, placeZone, savedProcess, sendDraft } from '../support/sender.ts'
import { drawWithFinger, signingLink } from '../support/signer.ts'

/** Viewports of phones in portrait and landscape, without the browser's bars. */
const screens = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 568, height: 320 },
]

test('a phone in portrait and landscape shows the pad and the button to use the signature', async ({
  page,
  openPhone,
  signUp,
  readMail,
}) => {
  const signer = { name: 'Iris Quist', email: `iris.${(await signUp(page)).email}` }
  const file = buildPdf({ pages: [{ mediaBox: [0, 0, 595, 420] }] })
  const id = await openDraft(page, file, 'Sideways', [signer])
  const pageElement = page.getByRole('region', { name: 'Page 1 of 1' })
  await placeZone(page, 'Signature', { pageElement, width: 595, x: 200, y: 200 })
  expect((await savedProcess(page, id)).fields).toHaveLength(1)
  // The sender's phone in landscape: most of the height is the page, or the list.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect
    .poll(async () => (await getBox(page.getByRole('region', { name: 'Pages', exact: true }))).height)
    .toBeGreaterThan(300)
  await expect(page.getByRole('list', { name: 'Field types' })).toBeInViewport()
  await page.goto('/processes')
  await expect(page.getByRole('link', { name: 'Sideways', exact: true })).toBeInViewport({ ratio: 1 })
  await sendDraft(page, id)

  const signerPage = await openPhone()
  await signerPage.goto(signingLink(await readMail(signer.email, /Please sign/)))
  await signerPage.getByRole('button', { name: 'Start' }).tap()
  await signerPage.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  for (const screen of screens) {
    await signerPage.setViewportSize(screen)
    for (const method of ['Type', 'Upload', 'Draw']) {
      await signerPage.getByRole('tab', { name: method }).tap()
      await expectButtonVisible(signerPage, screen.height)
    }
    const pad = await getBox(signerPage.getByRole('img', { name: /^Draw with your finger/ }))
    expect(pad.height, `the pad at ${screen.height}`).toBeGreaterThan(100)
  }
  await signerPage.setViewportSize({ width: 390, height: 844 })
  await drawWithFinger(signerPage, [
    [0.2, 0.1],
    [0.5, 0.6],
    [0.8, 0.3],
    [0.6, 0.9],
  ])
  await expect.poll(() => inkRatio(signerPage)).toBeGreaterThan(0)
  const drawnRatio = await inkRatio(signerPage)
  for (const screen of screens.slice(1)) {
    await signerPage.setViewportSize(screen)
    // The whole drawing is still on the pad, undistorted.
    await expect.poll(async () => Math.abs((await inkRatio(signerPage)) / drawnRatio - 1)).toBeLessThan(0.05)
  }
  await signerPage.getByRole('button', { name: 'Use this signature' }).tap()
  await expect(signerPage.getByRole('button', { name: 'Signature: Change' })).toBeVisible()
})

test('a phone in landscape shows a process and documents with long names, and the tag beside lines that wrap', async ({
  openPhone,
  baseURL,
}) => {
  const client = await Client.signUp(baseURL!)
  const name = 'Mietvertrag_2026_Wohnung_7_Hauptstrasse_12_Endfassung_korrigiert.pdf'
  const options = ['I agree to the transfer of my data to third parties', 'Only for the purposes of delivery']
  const [link] = await sendAndFindLinks(client, {
    ...{ name, signers: [{}] },
    fields: [
      { page: 1, x: 40, y: 260, width: 220, height: 50, type: 'radio', label: 'Your choice', options },
      { page: 1, x: 40, y: 460, width: 200, height: 50, type: 'signature' },
    ],
  })
  const page = await openPhone()
  await page.goto(link!)
  for (const screen of [...screens, { width: 280, height: 653 }]) {
    await page.setViewportSize(screen)
    await expect(page.getByRole('contentinfo').getByRole('button').last()).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.width)
  }
  await page.getByRole('radio').first().focus()
  const lines = await getBox(page.getByRole('radiogroup'))
  expect(lines.height).toBeGreaterThan(120)
  const tag = await getBox(page.locator('[id$=-tag]'))
  expect(tag.y + tag.height).toBeLessThanOrEqual(lines.y)
})

/** Expects the whole button to use the signature to be visible without scrolling. */
async function expectButtonVisible(page: Page, height: number) {
  const button = page.getByRole('button', { name: 'Use this signature' })
  await expect
    .poll(async () => {
      const box = await getBox(button)
      return box.y > 0 && box.y + box.height <= height
    })
    .toBe(true)
}

/** The aspect ratio of the drawing on the pad (width by height); 0 for an empty pad. */
function inkRatio(page: Page): Promise<number> {
  const drawing = page.getByRole('img', { name: /^Draw with your finger/ }).locator('path')
  return drawing.evaluate((path) => {
    const { width, height } = path.getBoundingClientRect()
    return height === 0 ? 0 : width / height
  })
}
