import type { Locator, Page } from '@playwright/test'
import { buildPdf, type FixturePage } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'
import {
  drag,
  getBox,
  openDraft,
  paletteButton,
  placeZone,
  savedProcess,
  screenPoint,
} from '../support/sender.ts'

const width = 595
const blankPage: FixturePage = { mediaBox: [0, 0, width, 842] }

/** The editor of a new draft with one signer. */
async function openEditor(page: Page, email: string, pageCount = 1) {
  const pages = Array.from({ length: pageCount }, () => blankPage)
  const person = { name: 'Iris Quist', email: `iris.${email}` }
  const id = await openDraft(page, buildPdf({ pages }), 'Editing', [person])
  const pageElement = page.getByRole('region', { name: `Page 1 of ${pageCount}`, exact: true })
  await expect(pageElement.locator('canvas')).toBeVisible()
  return { id, pageElement }
}

const zones = (page: Page, kind = '') =>
  page
    .getByRole('region', { name: 'Pages', exact: true })
    .getByRole('button', { name: new RegExp(`^${kind}.*Iris`) })
const selectedZones = (page: Page) => page.locator('[data-zone][aria-pressed=true]')
const arrangeToolbar = (page: Page) => page.getByRole('toolbar', { name: 'Arrange the selected fields' })

/** Draws a marquee between two points of the page. */
async function drawMarquee(page: Page, pageElement: Locator, from: [number, number], to: [number, number]) {
  await drag(
    page,
    await screenPoint(pageElement, width, ...from),
    await screenPoint(pageElement, width, ...to),
  )
}

/** Drags from one point of the window to another, and presses Escape before the mouse button is released. */
async function cancelDrag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.keyboard.press('Escape')
  await page.mouse.move(to.x + 5, to.y)
  await page.mouse.up()
}

test('several fields are selected, moved, resized, arranged, undone and removed together', async ({
  page,
  signUp,
}) => {
  const { id, pageElement } = await openEditor(page, (await signUp(page)).email)
  const positions = [
    [150, 120],
    [180, 200],
    [260, 330],
  ] as const
  for (const [x, y] of positions) await placeZone(page, 'Text', { pageElement, width, x, y })
  const fields = async () => (await savedProcess(page, id)).fields

  // A marquee over the first two, and the third with Shift.
  await drawMarquee(page, pageElement, [20, 60], [320, 240])
  await expect(selectedZones(page)).toHaveCount(2)
  await zones(page)
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await expect(selectedZones(page)).toHaveCount(3)
  await zones(page)
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await expect(selectedZones(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(selectedZones(page)).toHaveCount(0)

  const free = await screenPoint(pageElement, width, 320, 240)
  await cancelDrag(page, await screenPoint(pageElement, width, 20, 60), free)
  await expect(selectedZones(page)).toHaveCount(0)
  const button = await getBox(paletteButton(page, 'Text'))
  await cancelDrag(page, { x: button.x + button.width / 2, y: button.y + button.height / 2 }, free)
  await expect(zones(page)).toHaveCount(3)

  await pageElement.locator('[data-surface]').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Control+a')
  await expect(selectedZones(page)).toHaveCount(3)
  const before = await fields()
  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await fields()).map(({ x }) => x)).toEqual(before.map(({ x }) => x + 1))
  expect((await fields()).map(({ y }) => y)).toEqual(before.map(({ y }) => y + 4))

  const first = await getBox(zones(page).first())
  const grabPoint = { x: first.x + 40, y: first.y + first.height / 2 }
  await page.keyboard.down('Alt')
  await drag(page, grabPoint, { x: grabPoint.x + 30, y: grabPoint.y + 60 })
  await page.keyboard.up('Alt')
  await expect(selectedZones(page)).toHaveCount(3)
  const [a, b, c] = await fields()
  expect(a!.y - before[0]!.y).toBeGreaterThan(20)
  expect(b!.x - a!.x).toBeCloseTo(before[1]!.x - before[0]!.x)
  expect(c!.y - b!.y).toBeCloseTo(before[2]!.y - before[1]!.y)

  await page.keyboard.press('Shift+ArrowRight')
  await expect
    .poll(async () => (await fields()).map((field) => field.width))
    .toEqual(before.map((field) => field.width + 4))

  await arrangeToolbar(page).getByRole('button', { name: 'Align left' }).click()
  await expect.poll(async () => new Set((await fields()).map(({ x }) => x)).size).toBe(1)
  await arrangeToolbar(page).getByRole('button', { name: 'Distribute down' }).click()
  await expect
    .poll(async () => {
      const [top, middle, bottom] = (await fields()).map(({ y }) => y).sort((left, right) => left - right)
      return Math.abs(middle! - top! - (bottom! - middle!)) < 0.1
    })
    .toBe(true)

  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => new Set((await fields()).map(({ x }) => x)).size).toBe(3)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => new Set((await fields()).map(({ x }) => x)).size).toBe(1)

  await pageElement.locator('[data-surface]').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(zones(page)).toHaveCount(0)
  expect(await fields()).toEqual([])
})

test('fields are copied, pasted on another page, duplicated and copied to a range of pages', async ({
  page,
  signUp,
}) => {
  const { id, pageElement } = await openEditor(page, (await signUp(page)).email, 4)
  await placeZone(page, 'Signature', { pageElement, width, x: 200, y: 300 })
  const getPages = async () => (await savedProcess(page, id)).fields.map((field) => field.page)
  await zones(page).first().focus()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(zones(page)).toHaveCount(2)
  const [original, copy] = (await savedProcess(page, id)).fields
  expect([copy!.page, copy!.width]).toEqual([1, original!.width])
  expect([copy!.x, copy!.y]).not.toEqual([original!.x, original!.y])

  await page.getByRole('textbox', { name: 'Page', exact: true }).fill('3')
  await page.getByRole('textbox', { name: 'Page', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Page 3 of 4' })).toBeInViewport({ ratio: 0.5 })
  await page
    .getByRole('region', { name: 'Page 3 of 4' })
    .locator('[data-surface]')
    .click({ position: { x: 9, y: 90 } })
  await page.keyboard.press('Control+v')
  await expect.poll(getPages).toEqual([1, 1, 3])
  expect((await savedProcess(page, id)).fields[2]).toMatchObject({ x: original!.x, y: original!.y })

  await page.keyboard.press('Control+d')
  await expect.poll(getPages).toEqual([1, 1, 3, 3])
  await page.getByRole('button', { name: 'Copy to pages' }).click()
  await page.getByRole('radio', { name: 'Some pages' }).click()
  await page.getByRole('textbox', { name: 'Pages' }).fill('2-9')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Write pages from 1 to 4')).toBeVisible()
  await page.getByRole('textbox', { name: 'Pages' }).fill('2, 4')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('2 fields added.').first()).toBeVisible()
  await expect.poll(getPages).toEqual([1, 1, 3, 3, 2, 4])
})

test('a preset number is shown once and stored as it is typed; an unfinished preset address is marked, and everything else is saved', async ({
  page,
  signUp,
}) => {
  const { id, pageElement } = await openEditor(page, (await signUp(page)).email)
  await placeZone(page, 'Number', { pageElement, width, x: 150, y: 120 })
  const preset = page.getByLabel('Preset value')
  await preset.fill('1200.5')
  await page.getByRole('spinbutton', { name: 'Width' }).fill('180')
  await page.keyboard.press('Tab')
  await expect(preset).toHaveCount(1)
  await expect(preset).toHaveValue('1200.5')
  const [field] = (await savedProcess(page, id)).fields
  expect([field!.value, field!.width]).toEqual(['1200.5', 180])

  await placeZone(page, 'Email', { pageElement, width, x: 150, y: 220 })
  await preset.fill('juergen')
  await expect(page.getByText('Must be an email address.', { exact: true })).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Width' }).fill('200')
  await page.keyboard.press('Tab')
  const [, address] = (await savedProcess(page, id)).fields
  expect([address!.value, address!.width]).toEqual([null, 200])
})

test('a dragged field snaps to margins with a guide, and new fields do not cover others', async ({
  page,
  signUp,
}) => {
  const { id, pageElement } = await openEditor(page, (await signUp(page)).email)
  await placeZone(page, 'Text', { pageElement, width, x: 300, y: 200 })
  const box = await getBox(zones(page).first())
  const { x: left, scale } = await screenPoint(pageElement, width, 0, 0)
  const grabPoint = { x: box.x + 30, y: box.y + box.height / 2 }
  await page.mouse.move(grabPoint.x, grabPoint.y)
  await page.mouse.down()
  // Moves the left edge to 74 points: two from the margin of an inch, to which it snaps.
  await page.mouse.move(grabPoint.x + (left + 74 * scale - box.x), grabPoint.y + 90, { steps: 4 })
  await expect(page.locator('[data-guide=x]')).toHaveCount(1)
  await page.mouse.up()
  await expect(page.locator('[data-guide=x]')).toHaveCount(0)
  expect((await savedProcess(page, id)).fields[0]!.x).toBe(72)

  for (let times = 0; times < 4; times++) await paletteButton(page, 'Text').press('Enter')
  await expect(zones(page)).toHaveCount(5)
  const { fields } = await savedProcess(page, id)
  for (const [index, field] of fields.entries())
    for (const other of fields.slice(index + 1)) {
      const isApart =
        field.x + field.width <= other.x ||
        other.x + other.width <= field.x ||
        field.y + field.height <= other.y ||
        other.y + other.height <= field.y
      expect(isApart, `${index}`).toBe(true)
    }
})

test('a field dropped on another and aligned fields stay apart, and the review shows typed positions that overlap', async ({
  page,
  signUp,
}) => {
  const { id, pageElement } = await openEditor(page, (await signUp(page)).email)
  await placeZone(page, 'Text', { pageElement, width, x: 150, y: 120 })
  await placeZone(page, 'Text', { pageElement, width, x: 150, y: 220 })
  const positions = async () => (await savedProcess(page, id)).fields.map(({ x, y }) => [x, y])
  const before = await positions()
  const [upper, lower] = [await getBox(zones(page).first()), await getBox(zones(page).nth(1))]
  const getMiddle = (box: typeof upper) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  await drag(page, getMiddle(lower), getMiddle(upper))
  const [first, dropped] = (await savedProcess(page, id)).fields
  expect(Math.abs(dropped!.y - first!.y)).toBeGreaterThanOrEqual(first!.height)
  expect(Math.abs(dropped!.y - first!.y)).toBeLessThan(2 * first!.height)
  await page.keyboard.press('Control+z')
  expect(await positions()).toEqual(before)

  await page.keyboard.press('Control+a')
  await arrangeToolbar(page).getByRole('button', { name: 'Align top' }).click()
  const [left, right] = (await savedProcess(page, id)).fields
  expect([right!.y, right!.x]).toEqual([left!.y, left!.x + left!.width + 4])

  await zones(page).nth(1).click()
  await page.getByRole('spinbutton', { name: 'From left' }).fill(String(left!.x + 20))
  const widthInput = page.getByRole('spinbutton', { name: 'Width' })
  await widthInput.press('Control+a')
  await widthInput.pressSequentially('120')
  await expect(widthInput).toHaveValue('120')
  expect((await savedProcess(page, id)).fields[1]!.width).toBe(120)
  await page.getByRole('button', { name: /^Review/ }).click()
  const note = page.getByRole('listitem').filter({ hasText: '2 fields on page 1 cover each other.' })
  await note.getByRole('button', { name: 'Show' }).click()
  await expect(selectedZones(page)).toHaveCount(2)
})

test('the wheel zooms around the pointer, and thumbnails scroll to pages', async ({ page, signUp }) => {
  const { pageElement } = await openEditor(page, (await signUp(page)).email, 6)
  const point = await screenPoint(pageElement, width, 400, 300)
  const fractionUnderPointer = async () => {
    const box = await getBox(pageElement)
    return [(point.x - box.x) / box.width, (point.y - box.y) / box.height]
  }
  const [x, y] = await fractionUnderPointer()
  await page.mouse.move(point.x, point.y)
  await page.keyboard.down('Control')
  for (let notch = 0; notch < 4; notch++) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect(page.getByText(/Zoom: 2\d\d %/)).toBeVisible()
  const [afterX, afterY] = await fractionUnderPointer()
  expect(Math.abs(afterX! - x!)).toBeLessThan(0.01)
  expect(Math.abs(afterY! - y!)).toBeLessThan(0.01)

  await page.getByRole('button', { name: 'Fit width' }).click()
  const view = await getBox(page.getByRole('region', { name: 'Pages', exact: true }))
  await expect.poll(async () => (await getBox(pageElement)).width / view.width).toBeGreaterThan(0.85)
  expect((await getBox(pageElement)).width).toBeLessThan(view.width)

  await page
    .getByRole('navigation', { name: 'Pages of the document' })
    .getByRole('button', { name: /page 5,/ })
    .click()
  await expect(page.getByRole('region', { name: 'Page 5 of 6' })).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Page', exact: true })).toHaveValue('5')
})
