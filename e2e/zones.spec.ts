import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { paint } from '#lib/pdf/fixtures/render'
import { pageGeometry } from '#lib/pdf/geometry'
import { expect, test } from './fixtures.ts'
import { boxOf, draftProcess, paletteButton, placeZone, savedProcess, send, showPage } from './sender.ts'
import { adopt, openEmail, phone, sign, signingLink } from './signer.ts'

/** Blank pages, each with another rotation, crop box or origin. */
const turned: FixturePage[] = [
  { mediaBox: [0, 0, 420, 595], rotate: 90 },
  { mediaBox: [0, 0, 595, 420], rotate: 180 },
  { mediaBox: [0, 0, 420, 595], cropBox: [25, 35, 400, 560], rotate: 270 },
  { mediaBox: [0, 0, 700, 600], cropBox: [60, 90, 620, 480] },
  { mediaBox: [-120, -80, 475, 340] },
].map((page) => ({ ...page, text: '' }))

const person = (email: string) => ({ name: 'Iris Quist', email: `iris.${email}` })

/** Tolerance between the stored and the displayed position, in points: less than a pixel of the screen. */
const tolerance = 1

test('zones are placed, moved, resized, copied, removed and restored by keyboard alone', async ({
  page,
  signUp,
}) => {
  const member = await signUp(page)
  const pages: FixturePage[] = [{ mediaBox: [0, 0, 595, 420] }, { mediaBox: [0, 0, 595, 420] }]
  const id = await draftProcess(page, buildPdf({ pages: pages }), 'Keys', [person(member.email)])
  await expect(page.getByRole('region', { name: 'Page 1 of 2' })).toBeInViewport({ ratio: 0.9 })

  await tabTo(page, paletteButton(page, 'Signature'))
  await page.keyboard.press('Enter')
  const on = (number: number) =>
    page.getByRole('button', { name: `Signature, Iris Quist, page ${number}, required` })
  await expect(on(1)).toBeFocused()
  const field = async () => (await savedProcess(page, id)).fields[0]!
  const start = await field()

  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Control+ArrowRight'])
    await page.keyboard.press(key)
  const moved = await field()
  expect([moved.x - start.x, moved.y - start.y]).toEqual([9, -4])
  await expect(page.getByRole('status').filter({ hasText: /across, .* down/ })).toHaveCount(1)

  for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  const grown = await field()
  expect([grown.width - start.width, grown.height - start.height]).toEqual([4, 8])
  expect([grown.x, grown.y]).toEqual([moved.x, moved.y])

  await page.keyboard.press('PageDown')
  await expect(on(2)).toBeFocused()
  expect(await field()).toMatchObject({ page: 2, x: grown.x, y: grown.y })

  await page.keyboard.press('Delete')
  await expect(on(2)).toHaveCount(0)
  expect((await savedProcess(page, id)).fields).toEqual([])
  await page.keyboard.press('Control+z')
  await expect(on(2)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(on(1)).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  expect(await field()).toMatchObject({ page: 2, x: grown.x, y: grown.y, width: grown.width })
})

test('a zone is stored, signed and sealed where it was placed, for every page rotation', async ({
  page,
  browser,
  signUp,
  readMail,
}, info) => {
  test.slow()
  const signer = person((await signUp(page)).email)
  const id = await draftProcess(page, buildPdf({ pages: turned }), 'Turned', [signer])
  const shapes = turned.map((one, index) => pageGeometry(index + 1, one))
  const spots = shapes.map((shape, index) => ({
    x: shape.width * 0.3 + index * 20,
    y: shape.height * 0.7 - index * 30,
  }))
  for (const [index, { number, width }] of shapes.entries()) {
    const pageElement = await showPage(page, number, shapes.length)
    await placeZone(page, 'Signature', { sheet: pageElement, width, ...spots[index]! })
    const zone = page.getByRole('button', { name: `Signature, ${signer.name}, page ${number}` })
    const stored = (await savedProcess(page, id)).fields.find((one) => one.page === number)!
    const middle = [stored.x + stored.width / 2, stored.y + stored.height / 2]
    expect(Math.abs(middle[0]! - spots[index]!.x), `across page ${number}`).toBeLessThan(tolerance)
    expect(Math.abs(middle[1]! - spots[index]!.y), `down page ${number}`).toBeLessThan(tolerance)
    sameBox(await boxWithin(zone, pageElement, width), stored)
  }
  const { fields } = await savedProcess(page, id)
  const last = page.getByRole('region', { name: 'Page 5 of 5' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(last).toBeInViewport({ ratio: 0.6 })
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(last).toBeInViewport({ ratio: 0.6 })
  await page.getByRole('button', { name: 'Larger' }).click()
  await page.getByRole('button', { name: 'Larger' }).click()
  await expect(last).toBeInViewport({ ratio: 0.3 })
  await send(page)

  const context = await phone(browser)
  const hand = await context.newPage()
  await openEmail(hand, readMail, signer.email, signingLink(await readMail(signer.email, /Please sign/)))
  await hand.getByRole('button', { name: 'Start' }).tap()
  await hand.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(hand, { text: 'Iris Quist' })
  for (const { number, width } of shapes) {
    const pageElement = hand.getByRole('article', { name: `Page ${number} of ${shapes.length}` })
    const zone = pageElement.getByRole('button', { name: 'Signature: Change' })
    sameBox(await boxWithin(zone, pageElement, width), fields.find((one) => one.page === number)!)
  }
  await sign(hand)
  await context.close()

  await expect(page.getByText('complete', { exact: true })).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Signed PDF' }).click()
  const path = info.outputPath('turned.pdf')
  await (await download).saveAs(path)
  const file = new Uint8Array(await readFile(path))
  for (const { number, width, height } of shapes) {
    const painting = await paint(file, number)
    expect([painting.width / 2, painting.height / 2]).toEqual([width, height])
    const zone = fields.find((one) => one.page === number)!
    const ink = painting.ink()
    if (!ink) throw new Error(`Nothing is drawn on page ${number}.`)
    // All ink of the page is within the zone, upright, and fills a large part of it.
    expect(ink.x, `left of page ${number}`).toBeGreaterThan(zone.x - tolerance)
    expect(ink.y, `top of page ${number}`).toBeGreaterThan(zone.y - tolerance)
    expect(ink.x + ink.width, `right of page ${number}`).toBeLessThan(zone.x + zone.width + tolerance)
    expect(ink.y + ink.height, `foot of page ${number}`).toBeLessThan(zone.y + zone.height + tolerance)
    expect(ink.width, `upright on page ${number}`).toBeGreaterThan(zone.width / 2)
  }
})

/** Moves the focus to a control by keyboard. */
async function tabTo(page: Page, control: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('It is out of the keyboard’s reach.')
}

/** The box of one element within another that is `width` points wide, in points. */
async function boxWithin(inner: Locator, outer: Locator, width: number) {
  const [a, b] = [await boxOf(inner), await boxOf(outer)]
  const scale = b.width / width
  return { x: (a.x - b.x) / scale, y: (a.y - b.y) / scale, width: a.width / scale, height: a.height / scale }
}

function sameBox(shown: Box, stored: Box) {
  for (const member of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(shown[member] - stored[member]), `${member}: shown ${shown[member]}`).toBeLessThan(
      tolerance,
    )
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
