import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { paint } from '#lib/pdf/fixtures/render'
import { readPageGeometry } from '#lib/pdf/geometry'
import { expect, test } from '../support/fixtures.ts'
import {
  getBox,
  openDraft,
  paletteButton,
  placeZone,
  savedProcess,
  send,
  showPage,
} from '../support/sender.ts'
import { adopt, sign, signingLink, tabTo } from '../support/signer.ts'

/** Blank pages, each with another rotation, crop box or origin. */
const rotatedPages: FixturePage[] = [
  { mediaBox: [0, 0, 420, 595], rotate: 90 },
  { mediaBox: [0, 0, 595, 420], rotate: 180 },
  { mediaBox: [0, 0, 420, 595], cropBox: [25, 35, 400, 560], rotate: 270 },
  { mediaBox: [0, 0, 700, 600], cropBox: [60, 90, 620, 480] },
  { mediaBox: [-120, -80, 475, 340] },
].map((page) => ({ ...page, text: '' }))

const getIris = (email: string) => ({ name: 'Iris Quist', email: `iris.${email}` })

/** Tolerance between the stored and the displayed position, in points: less than a pixel of the screen. */
const TOLERANCE_POINTS = 1

test('fields are placed, moved, resized, removed and restored with the keyboard alone', async ({
  page,
  signUp,
}) => {
  const member = await signUp(page)
  const pages: FixturePage[] = [{ mediaBox: [0, 0, 595, 420] }, { mediaBox: [0, 0, 595, 420] }]
  const id = await openDraft(page, buildPdf({ pages }), 'Keys', [getIris(member.email)])
  await expect(page.getByRole('region', { name: 'Page 1 of 2' })).toBeInViewport({ ratio: 0.9 })

  await tabTo(page, paletteButton(page, 'Signature'))
  await page.keyboard.press('Enter')
  const zoneOnPage = (number: number) =>
    page.getByRole('button', { name: `Signature, Iris Quist, page ${number}, required` })
  await expect(zoneOnPage(1)).toBeFocused()
  const field = async () => (await savedProcess(page, id)).fields[0]!
  const start = await field()

  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Control+ArrowRight'])
    await page.keyboard.press(key)
  const movedField = await field()
  expect([movedField.x - start.x, movedField.y - start.y]).toEqual([9, -4])
  await expect(page.getByRole('status').filter({ hasText: /across, .* down/ })).toHaveCount(1)

  for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  const resized = await field()
  expect([resized.width - start.width, resized.height - start.height]).toEqual([4, 8])
  expect([resized.x, resized.y]).toEqual([movedField.x, movedField.y])

  await page.keyboard.press('PageDown')
  await expect(zoneOnPage(2)).toBeFocused()
  expect(await field()).toMatchObject({ page: 2, x: resized.x, y: resized.y })

  await page.keyboard.press('Delete')
  await expect(zoneOnPage(2)).toHaveCount(0)
  expect((await savedProcess(page, id)).fields).toEqual([])
  await page.keyboard.press('Control+z')
  await expect(zoneOnPage(2)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(zoneOnPage(1)).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  expect(await field()).toMatchObject({ page: 2, x: resized.x, y: resized.y, width: resized.width })
})

test('a field is stored, signed and sealed where it was placed, for every page rotation', async ({
  page,
  openPhone,
  signUp,
  readMail,
}, info) => {
  test.slow()
  const signer = getIris((await signUp(page)).email)
  const id = await openDraft(page, buildPdf({ pages: rotatedPages }), 'Turned', [signer])
  const geometries = rotatedPages.map((field, index) => readPageGeometry(index + 1, field))
  const positions = geometries.map((geometry, index) => ({
    x: geometry.width * 0.3 + index * 20,
    y: geometry.height * 0.7 - index * 30,
  }))
  for (const [index, { number, width }] of geometries.entries()) {
    const pageElement = await showPage(page, number, geometries.length)
    await placeZone(page, 'Signature', { pageElement, width, ...positions[index]! })
    const zone = page.getByRole('button', { name: `Signature, ${signer.name}, page ${number}` })
    const stored = (await savedProcess(page, id)).fields.find((field) => field.page === number)!
    const middle = [stored.x + stored.width / 2, stored.y + stored.height / 2]
    expect(Math.abs(middle[0]! - positions[index]!.x), `across page ${number}`).toBeLessThan(TOLERANCE_POINTS)
    expect(Math.abs(middle[1]! - positions[index]!.y), `down page ${number}`).toBeLessThan(TOLERANCE_POINTS)
    expectSameBox(await boxWithin(zone, pageElement, width), stored)
  }
  const { fields } = await savedProcess(page, id)
  const last = page.getByRole('region', { name: 'Page 5 of 5' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(last).toBeInViewport({ ratio: 0.6 })
  // At the end of a short column, the upper edge of its last page is in the middle of the view.
  await page.getByRole('region', { name: 'Pages', exact: true }).evaluate(async (view) => {
    for (const top of [0, view.scrollHeight]) {
      view.scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(last).toBeInViewport({ ratio: 0.6 })
  await showPage(page, 1, geometries.length)
  // A jump just before the pages change size.
  await page.getByRole('textbox', { name: 'Page', exact: true }).fill('5')
  await page.getByRole('region', { name: 'Pages', exact: true }).evaluate((view) => {
    view.style.paddingInline = '20%'
    view.parentElement!.querySelector('form')!.requestSubmit()
  })
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Larger' }).click()
  await page.getByRole('button', { name: 'Larger' }).click()
  await expect(last).toBeInViewport({ ratio: 0.3 })
  await send(page)

  const signerPage = await openPhone()
  await signerPage.goto(signingLink(await readMail(signer.email, /Please sign/)))
  await signerPage.getByRole('button', { name: 'Start' }).tap()
  await signerPage.getByRole('button', { name: 'Add your signature', exact: true }).tap()
  await adopt(signerPage, { text: 'Iris Quist' })
  for (const { number, width } of geometries) {
    const pageElement = signerPage.getByRole('article', { name: `Page ${number} of ${geometries.length}` })
    const zone = pageElement.getByRole('button', { name: 'Signature: Change' })
    expectSameBox(await boxWithin(zone, pageElement, width), fields.find((field) => field.page === number)!)
  }
  await sign(signerPage)

  await expect(page.getByText('complete', { exact: true })).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Signed PDF' }).click()
  const path = info.outputPath('turned.pdf')
  await (await download).saveAs(path)
  const file = new Uint8Array(await readFile(path))
  for (const { number, width, height } of geometries) {
    const rendering = await paint(file, number)
    expect([rendering.width / 2, rendering.height / 2]).toEqual([width, height])
    const zone = fields.find((field) => field.page === number)!
    const ink = rendering.ink()
    if (!ink) throw new Error(`Nothing is drawn on page ${number}.`)
    // All ink of the page is within the zone, upright, and fills a large part of it.
    expect(ink.x, `left of page ${number}`).toBeGreaterThan(zone.x - TOLERANCE_POINTS)
    expect(ink.y, `top of page ${number}`).toBeGreaterThan(zone.y - TOLERANCE_POINTS)
    expect(ink.x + ink.width, `right of page ${number}`).toBeLessThan(zone.x + zone.width + TOLERANCE_POINTS)
    expect(ink.y + ink.height, `foot of page ${number}`).toBeLessThan(zone.y + zone.height + TOLERANCE_POINTS)
    expect(ink.width, `upright on page ${number}`).toBeGreaterThan(zone.width / 2)
  }
})

/** The box of one element within another that is `width` points wide, in points. */
async function boxWithin(inner: Locator, outer: Locator, width: number) {
  const [a, b] = [await getBox(inner), await getBox(outer)]
  const scale = b.width / width
  return { x: (a.x - b.x) / scale, y: (a.y - b.y) / scale, width: a.width / scale, height: a.height / scale }
}

function expectSameBox(shownBox: Box, stored: Box) {
  for (const member of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(shownBox[member] - stored[member]), `${member}: shown ${shownBox[member]}`).toBeLessThan(
      TOLERANCE_POINTS,
    )
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
