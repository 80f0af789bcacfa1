import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Objects, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { expect, test } from '../support/fixtures.ts'
import { openDraft, placeZone, sendDraft } from '../support/sender.ts'
import { signingLink } from '../support/signer.ts'

const MEGABYTE = 1_000_000
const pageCount = 30
/** Pixels of the image that fills a page: about a megabyte that cannot be compressed. */
const IMAGE_SIDE = 590

/** A file of 30 MB with its cross-reference table at the end: one large image per page. */
function largeFile(): Uint8Array<ArrayBuffer> {
  const objects: Objects = new Map([[1, '<< /Type /Catalog /Pages 2 0 R >>']])
  const pages = Array.from({ length: pageCount }, (_, index) => 10 + 3 * index)
  objects.set(
    2,
    `<< /Type /Pages /Kids [${pages.map((number) => `${number} 0 R`).join(' ')}] /Count ${pageCount} >>`,
  )
  const picture = `/Type /XObject /Subtype /Image /Width ${IMAGE_SIDE} /Height ${IMAGE_SIDE} /ColorSpace /DeviceRGB /BitsPerComponent 8`
  for (const number of pages) {
    const resources = `<< /XObject << /P ${number + 2} 0 R >> >>`
    objects.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 595] /Resources ${resources} /Contents ${number + 1} 0 R >>`,
    )
    objects.set(number + 1, stream('q 595 0 0 595 0 0 cm /P Do Q'))
    objects.set(number + 2, stream(randomBytes(IMAGE_SIDE * IMAGE_SIDE * 3).toString('latin1'), picture))
  }
  return writeRevision(null, objects)
}

/** Counts the bytes of the file's content that the service sends to a page. */
function countFileBytes(page: Page) {
  const traffic = { bytes: 0 }
  page.on('response', (response) => {
    if (!/\/documents\/\d+\/(download|file)$/.test(new URL(response.url()).pathname)) return
    const headers = response.headers()
    const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '') ?? []
    traffic.bytes += last ? Number(last) - Number(first) + 1 : Number(headers['content-length'] ?? 0)
  })
  return traffic
}

/** Sets the width of the pages to zero, as a layout may do temporarily. */
function hideBriefly(page: Page) {
  return page.getByRole('main').evaluate(async (element) => {
    element.style.display = 'none'
    await new Promise((resolve) => setTimeout(resolve, 500))
    element.style.display = ''
  })
}

test('of a file of 30 MB, only the data of the visible pages is fetched', async ({
  page,
  openPhone,
  signUp,
  readMail,
}) => {
  test.slow()
  const file = largeFile()
  expect(file.length).toBeGreaterThan(30 * MEGABYTE)
  const signer = { name: 'Iris Quist', email: `iris.${(await signUp(page)).email}` }
  const senderTraffic = countFileBytes(page)
  const id = await openDraft(page, file, 'Large', [signer])
  const pageElement = page.getByRole('region', { name: `Page 1 of ${pageCount}` })
  await expect(pageElement.locator('canvas')).toBeVisible()
  await expect.poll(() => senderTraffic.bytes).toBeGreaterThan(MEGABYTE)
  expect(senderTraffic.bytes).toBeLessThan(file.length / 4)
  await hideBriefly(page)
  await expect(pageElement.locator('canvas')).toBeVisible()
  await placeZone(page, 'Signature', { pageElement, width: 595, x: 200, y: 200 })
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await sendDraft(page, id)

  const signerPage = await openPhone()
  const signerTraffic = countFileBytes(signerPage)
  await signerPage.goto(signingLink(await readMail(signer.email, /Please sign/)))
  const getPage = (number: number) =>
    signerPage.getByRole('article', { name: `Page ${number} of ${pageCount}` }).locator('canvas')
  await expect(getPage(1)).toBeVisible()
  // Only the cross-reference table and the pages near the screen are fetched.
  expect(signerTraffic.bytes).toBeLessThan(file.length / 4)
  await getPage(pageCount)
    .or(signerPage.getByRole('article', { name: `Page ${pageCount} of ${pageCount}` }))
    .first()
    .scrollIntoViewIfNeeded()
  await expect(getPage(pageCount)).toBeVisible()
  expect(signerTraffic.bytes).toBeLessThan(file.length / 2)
})
