import { expect, type Locator, type Page } from '@playwright/test'
import type { ProcessRecord } from '#lib/processes/schema'
import { create, upload } from './records.ts'

/** A signer. */
export interface Person {
  name: string
  email: string
}

/** Fills in the form of a new process and opens its editor. @returns the id of the draft */
export async function draftProcess(
  page: Page,
  file: Uint8Array,
  name: string,
  people: Person[],
): Promise<number> {
  await page.goto('/processes/new')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).click()
  const upload = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(file) }
  await (await chooser).setFiles(upload)
  await expect(page.getByLabel('Name of the process')).toHaveValue(name)
  for (const [index, person] of people.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add signer' }).click()
    await page.getByLabel('Name', { exact: true }).nth(index).fill(person.name)
    await page.getByLabel('Email', { exact: true }).nth(index).fill(person.email)
  }
  await page.getByRole('button', { name: 'Place fields' }).click()
  await page.waitForURL(/\/processes\/\d+\/prepare/)
  return Number(/\/processes\/(\d+)/.exec(page.url())?.[1])
}

/** Creates a process without its form: a draft, or by `more` with fields, options and sent. @returns its id */
export async function createProcess(
  page: Page,
  file: Uint8Array,
  name: string,
  signers: Person[],
  more: { fields?: object[]; options?: object; send?: true } = {},
): Promise<number> {
  const { id } = await upload(page.request, name, file)
  const data = { name, documents: [{ id }], signers, ...more }
  return (await create(page.request, '/signature-processes', data)).id
}

/** Creates a draft without its form, and opens its editor. @returns the id of the draft */
export async function openDraft(
  page: Page,
  file: Uint8Array,
  name: string,
  signers: Person[],
  options?: { enable_otp: boolean },
) {
  const id = await createProcess(page, file, name, signers, { options })
  await page.goto(`/processes/${id}/prepare`)
  return id
}

/** A signature of the first signer on the first page of the first document, for `createProcess`. */
export const signatureField = {
  ...{ document_index: 0, signer_index: 0, type: 'signature', page: 1 },
  ...{ x: 115, y: 174, width: 170, height: 52 },
}

/** A rendered page of the editor. */
export async function showPage(page: Page, number: number, documentCount: number): Promise<Locator> {
  const pageElement = page.getByRole('region', { name: `Page ${number} of ${documentCount}` })
  await expect(pageElement).toBeVisible()
  if (documentCount > 1) {
    await page.getByRole('textbox', { name: 'Page', exact: true }).fill(String(number))
    await page.getByRole('textbox', { name: 'Page', exact: true }).press('Enter')
  }
  await expect(pageElement).toBeInViewport({ ratio: 0.9 })
  return pageElement
}

export async function getBox(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not on the screen.')
  return box
}

/** The screen position of a point of the page (in points from its upper left corner). */
export async function screenPoint(pageElement: Locator, widthPoints: number, x: number, y: number) {
  const box = await getBox(pageElement)
  const scale = box.width / widthPoints
  return { x: box.x + x * scale, y: box.y + y * scale, scale }
}

/** Drags from one point of the screen to another. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

/** The panel of the selected field. */
export const fieldDetails = (page: Page) => page.getByRole('complementary', { name: 'Field details' })

export const paletteButton = (page: Page, kind: string) =>
  page.getByRole('list', { name: 'Field types' }).getByRole('button', { name: kind, exact: true })

/** Drags a field type from the palette, centred on a point of the page. */
export async function placeZone(
  page: Page,
  kind: string,
  target: { pageElement: Locator; width: number; x: number; y: number },
) {
  const from = await getBox(paletteButton(page, kind))
  const to = await screenPoint(target.pageElement, target.width, target.x, target.y)
  await drag(page, { x: from.x + from.width / 2, y: from.y + from.height / 2 }, to)
}

/** The stored process, once the editor has saved everything. */
export async function savedProcess(page: Page, id: number): Promise<ProcessRecord> {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const response = await page.request.get(`/api/v1/signature-processes/${id}`)
  expect(response.status()).toBe(200)
  return (await response.json()).data
}

/** Sends a process without its review. */
export const sendDraft = (page: Page, id: number) =>
  create(page.request, `/signature-processes/${id}/send`, {})

/** Reviews and sends the process of the editor. */
export async function send(page: Page) {
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByRole('dialog', { name: 'Ready to send' })).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.waitForURL(/\/processes\/\d+$/)
}
