import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../../scripts/client.ts'
import { expect, test } from '../support/fixtures.ts'

/** The bytes of the scripts and workers of a page in gzip, beside the texts; and the sum of its layout shifts. */
function watch(page: Page) {
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.m?js$/.test(pathname) && !pathname.startsWith('/texts/')) scripts.set(pathname, response.body())
  })
  return {
    paths: () => [...scripts.keys()],
    bytes: async () =>
      (await Promise.all(scripts.values())).reduce((sum, body) => sum + gzipSync(body).length, 0),
  }
}

test('page 1 and its fields are in the HTML, and the viewer takes their place at the first tap without a jump', async ({
  browser,
  openPhone,
  baseURL,
}) => {
  const client = await Client.signUp(baseURL!)
  const pages = [1, 2, 3].map((number) => ({ mediaBox: [0, 0, 595, 842] as const, text: `Clause ${number}` }))
  const bytes = buildPdf({ pages: pages.map((page) => ({ ...page, mediaBox: [...page.mediaBox] })) })
  const { id } = await client.upload(bytes, 'Lease.pdf')
  const zones = [
    { signer: 0, type: 'text', label: 'Place', page: 1, x: 60, y: 300, width: 180, height: 24 },
    { signer: 0, type: 'date', label: 'Day', page: 1, x: 60, y: 340, width: 180, height: 24 },
    { signer: 0, type: 'signature', page: 1, x: 60, y: 400, width: 180, height: 50 },
  ] as const
  const process = await client.send(id, ['Iris Quist'], { zones: [...zones] })
  const link = await client.findLink(process.id, process.signers[0]!.id)

  // Before any script has run.
  const still = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const stillPage = await still.newPage()
  await stillPage.goto(link)
  const picture = stillPage.getByRole('article', { name: 'Page 1 of 3' }).locator('img')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
  await expect(stillPage.locator('article').first().getByPlaceholder('Place')).toBeVisible()
  await still.close()

  const page = await openPhone()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const loaded = watch(page)
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(link, { waitUntil: 'networkidle' })
  expect(await loaded.bytes()).toBeLessThan(250_000)
  const first = page.getByRole('article', { name: 'Page 1 of 3' })
  const boxBefore = await first.boundingBox()
  await page.touchscreen.tap(5, 100)
  await expect(first.locator('canvas')).toBeVisible()
  await expect(first.getByText('Clause 1')).toBeAttached()
  expect(await first.boundingBox()).toEqual(boxBefore)
  expect(
    await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum),
  ).toBeLessThan(0.01)
  expect(loaded.paths().some((path) => path.includes('pdf.worker'))).toBe(true)
  expect(errors).toEqual([])

  // Sideways, half of the first screen is the document, whatever the sender wrote.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.reload()
  const bar = page.getByRole('contentinfo')
  await expect(bar).toBeVisible()
  const [sheet, footer] = [await first.boundingBox(), await bar.boundingBox()]
  expect(footer!.y - sheet!.y).toBeGreaterThan(390 / 2)
})
