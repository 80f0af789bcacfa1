/**
 * Measures how soon a signer sees page 1, in Chromium as slow as a phone: with its own throttling of processor and
 * network, an empty cache, and for a short file and a scan of 30 MB. Service and browser share the processors.
 * BENCH_URL measures a running service instead of a new one.
 */
import { gzipSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { type Browser, type CDPSession, chromium, type Page, type Response } from '@playwright/test'
import { buildPdf, type Objects, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { findChromium } from '../chromium.mjs'
import { Client } from '../client.ts'
import { Service } from '../service.ts'

const VISITS = 5
const SCAN_PAGES = 200
const MEGABYTE = 1_000_000
/** The longest that a page may take from the click on the link to its drawing by the viewer. */
const TIMEOUT_MILLISECONDS = 300_000

/** As WebPageTest's "4G" and "3G Fast"; `processor` says how many times slower it is. */
const phones = [
  { name: 'no throttling', processor: 1, mbits: 0, latency: 0, bound: null },
  { name: 'CPU ÷ 4, 9 Mbit/s', processor: 4, mbits: 9, latency: 170, bound: 1.5 },
  { name: 'CPU ÷ 4, 1.6 Mbit/s', processor: 4, mbits: 1.6, latency: 150, bound: 4 },
]
type Phone = (typeof phones)[number]

interface Visit {
  /** Seconds until page 1 is on the screen, and until the viewer has drawn it. */
  seen: number
  drawn: number
  /** Bytes of the document and its picture before page 1 was seen. */
  bytesBefore: number
  bytes: number
  /** JavaScript that was loaded without a tap, and in all, in bytes of gzip. */
  scriptsBefore: number
  scripts: number
}

/** Prints the table. */
export async function benchSigning(): Promise<void> {
  const service = process.env.BENCH_URL ? null : await Service.start()
  const executablePath = (await findChromium(process.cwd())) ?? undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const client = await Client.signUp(service?.url ?? process.env.BENCH_URL!)
    const rows = []
    for (const [name, bytes] of [
      ['three pages', buildPdf({ pages: textPages(3) })],
      ['scan of 30 MB, 200 pages', scan()],
    ] as const) {
      const link = await send(client, bytes)
      for (const phone of phones) rows.push(await measure(browser, link, { name, phone }))
    }
    console.log(`\nThe signing page, median of ${VISITS} visits with an empty cache\n`)
    console.table(rows)
  } finally {
    await browser.close()
    await service?.stop()
  }
}

async function measure(browser: Browser, link: string, { name, phone }: { name: string; phone: Phone }) {
  const visits: Visit[] = []
  for (let index = 0; index < VISITS; index++) visits.push(await visit(browser, link, phone))
  const median = (key: keyof Visit) =>
    visits.map((measured) => measured[key]).toSorted((a, b) => a - b)[VISITS >> 1]!
  const [seen, bytesBefore] = [median('seen'), median('bytesBefore')]
  const kilobytes = (bytes: number) => Math.round(bytes / 1000)
  const problems = [
    ...(phone.bound !== null && seen > phone.bound ? ['late'] : []),
    ...(bytesBefore > 1.5 * MEGABYTE ? ['too much of the file'] : []),
    ...(median('scriptsBefore') > 250_000 || median('scripts') > 650_000 ? ['too much JavaScript'] : []),
  ]
  return {
    file: name,
    phone: phone.name,
    'page 1 seen (s)': seen.toFixed(2),
    bound: phone.bound,
    'first visit': visits[0]!.seen.toFixed(2),
    'viewer (s)': median('drawn').toFixed(2),
    'file before (kB)': kilobytes(bytesBefore),
    'file (kB)': kilobytes(median('bytes')),
    'scripts before a tap (kB)': kilobytes(median('scriptsBefore')),
    'scripts (kB)': kilobytes(median('scripts')),
    verdict: problems.join(', ') || 'ok',
  }
}

async function visit(browser: Browser, link: string, phone: Phone): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await throttle(session, phone)
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const seenPage = waitForPage(page, 'img, canvas')
  await page.goto(link, { waitUntil: 'commit' })
  const seen = await seenPage
  const bytesBefore = sumFileBytes(responses)
  await page.waitForLoadState('networkidle')
  const scriptsBefore = await measureScripts(page, responses)
  const drawnPage = waitForPage(page, 'canvas')
  await page.touchscreen.tap(200, 400)
  const drawn = await drawnPage
  const bytes = sumFileBytes(responses)
  const scripts = await measureScripts(page, responses)
  await context.close()
  return { seen, drawn, bytesBefore, bytes, scriptsBefore, scripts }
}

async function throttle(session: CDPSession, { processor, mbits, latency }: Phone): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  if (mbits > 0) {
    const bytesPerSecond = (mbits * MEGABYTE) / 8
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
}

/** Seconds from the start of the navigation to the frame after page 1 has such an element with a drawing. */
async function waitForPage(page: Page, selector: string): Promise<number> {
  await page.waitForURL(/\/sign\//, { waitUntil: 'commit' })
  const milliseconds = await page.waitForFunction(
    (selectors) => {
      const elements = document.querySelector('article')?.querySelectorAll<HTMLElement>(selectors) ?? []
      const isShown = [...elements].some(
        (element) =>
          (element instanceof HTMLImageElement ? element.naturalWidth > 0 : true) &&
          element.checkVisibility({ visibilityProperty: true }),
      )
      return isShown ? performance.now() : null
    },
    selector,
    { timeout: TIMEOUT_MILLISECONDS, polling: 'raf' },
  )
  return (await milliseconds.jsonValue())! / 1000
}

const pathOf = (response: Response) => new URL(response.url()).pathname

function sumFileBytes(responses: Response[]): number {
  return responses
    .filter((response) => /\/documents\/\d+\/(file|first-page)$/.test(pathOf(response)))
    .reduce((sum, response) => sum + Number(response.headers()['content-length'] ?? 0), 0)
}

/** The scripts and workers of a page in gzip, whatever encoding was served; texts count apart. */
async function measureScripts(page: Page, responses: Response[]): Promise<number> {
  const urls = responses
    .map((response) => response.url())
    .filter((url) => /\.m?js$/.test(url) && !url.includes('/texts/'))
  const bodies = await Promise.all(
    [...new Set(urls)].map(async (url) => (await page.request.get(url)).body()),
  )
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

async function send(client: Client, bytes: Uint8Array): Promise<string> {
  const document = await client.upload(bytes, 'Lease.pdf')
  const zone = { signer: 0, page: 1, x: 60, width: 180 } as const
  const { id, signers } = await client.send(document.id, ['Iris Quist'], {
    zones: [
      { ...zone, type: 'text', label: 'Place', y: 120, height: 24 },
      { ...zone, type: 'signature', y: 200, height: 50 },
    ],
  })
  return client.findLink(id, signers[0]!.id)
}

function textPages(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    mediaBox: [0, 0, 595, 842] as [number, number, number, number],
    text: `Page ${index + 1}: the tenant pays the rent on the first day of each month.`,
  }))
}

/** One JPEG for each page, its dictionary beside it, and the cross-reference table at the end, as scanners write them. */
function scan(): Uint8Array<ArrayBuffer> {
  const jpeg = `${scannedPage().toString('latin1')}`
  const numbers = Array.from({ length: SCAN_PAGES }, (_, index) => 10 + 3 * index)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const objects: Objects = new Map([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${SCAN_PAGES} >>`],
  ])
  const image =
    '/Type /XObject /Subtype /Image /Width 1240 /Height 1754 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode'
  for (const number of numbers) {
    const resources = `<< /XObject << /P ${number + 2} 0 R >> >>`
    objects.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${number + 1} 0 R >>`,
    )
    objects.set(number + 1, stream('q 595 0 0 842 0 0 cm /P Do Q'))
    objects.set(number + 2, stream(jpeg, image))
  }
  return writeRevision(null, objects)
}

/** A page of 150 dots per inch with lines of text and the noise of paper: about 150 kB. */
function scannedPage(): Buffer {
  const canvas = createCanvas(1240, 1754)
  const context = canvas.getContext('2d')
  const picture = context.createImageData(canvas.width, canvas.height)
  for (let at = 0; at < picture.data.length; at += 4) {
    const shade = 240 + ((at * 2_654_435_761) % 7)
    picture.data.set([shade, shade, shade, 255], at)
  }
  context.putImageData(picture, 0, 0)
  context.fillStyle = '#222'
  context.font = '26px sans-serif'
  for (let y = 120; y < 1650; y += 40)
    context.fillText('The tenant pays the rent on the first day of each month in advance.', 120, y)
  return canvas.toBuffer('image/jpeg', 35)
}
