/**
 * Measures what Chromium loads for each page of the dashboard, the sign-up and the signing page until the network is
 * idle: scripts, fonts and their encoding, beside their bounds. Each page is loaded with an empty cache.
 */
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from '@playwright/test'
import { createRecords, dashboardPages, signUpByApi } from '../../e2e/support/dashboard-pages.ts'
import { findChromium } from '../chromium.mjs'
import { Service } from '../service.ts'

const PAGE_KILOBYTES = 195
/** Of pages that draw a PDF: pdf.js alone has 140 kB. */
const VIEWER_KILOBYTES = 400
const showsPdf = /\/prepare$|^\/(documents|vault)\/\d+$/
/** Of the signing page before the first tap, which loads the viewer: `npm run bench -- signing` has the rest. */
const SIGNING_KILOBYTES = 250
/** Smaller scripts need no compression. */
const COMPRESSED_FROM_BYTES = 1024

interface PageLoad {
  scripts: number
  /** The scripts in gzip, whatever encoding was served, so that bounds and earlier figures compare. */
  gzipBytes: number
  /** The texts in the reader's language, scripts that count apart: a page needs its part of them, whatever its code. */
  textBytes: number
  transferredBytes: number
  workerBytes: number
  /** The service worker, which a browser loads once and beside the page; it counts as a script. */
  serviceWorkerBytes: number
  fonts: string[]
  unusedFonts: number
  /** The content encodings of the scripts, small ones and texts aside. */
  encodings: string[]
  /** Whether the document or its texts are not compressed at all. */
  hasPlainText: boolean
}

/** Prints the table. BENCH_URL measures a running service instead of a new one. */
export async function benchPages(): Promise<void> {
  const executablePath = (await findChromium(process.cwd())) ?? undefined
  const service = process.env.BENCH_URL ? null : await Service.start({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await measurePages(service?.url ?? process.env.BENCH_URL!, browser)
  } finally {
    await browser.close()
    await service?.stop()
  }
}

async function measurePages(url: string, browser: Browser): Promise<void> {
  const member = await browser.newContext()
  const records = await createRecords(url, await signUpByApi(url, member))
  const visitor = await browser.newContext()
  const visits: [context: BrowserContext, path: string][] = [
    ...dashboardPages(records).map(({ path }): [BrowserContext, string] => [member, path]),
    [visitor, '/'],
    [visitor, '/login'],
    [visitor, '/signup'],
    [visitor, new URL(records.signingUrl).pathname],
  ]
  const rows = []
  for (const [context, path] of visits) {
    const signingBound = path.startsWith('/sign/') ? SIGNING_KILOBYTES : PAGE_KILOBYTES
    const bound = showsPdf.test(path) ? VIEWER_KILOBYTES : signingBound
    rows.push(makeRow(path, bound, await load(context, url + path)))
  }
  console.log('\nScripts and fonts of each page with an empty cache, in kB\n')
  console.table(rows)
}

/** Loads a page and waits until it requests nothing more. */
async function load(signedIn: BrowserContext, url: string): Promise<PageLoad> {
  // Another context has an empty cache.
  const storageState = await signedIn.storageState()
  const context = await signedIn.browser()!.newContext({ storageState })
  const page = await context.newPage()
  const responses: Response[] = []
  context.on('response', (response) => responses.push(response))
  await page.goto(url, { waitUntil: 'networkidle' })
  const getType = (response: Response) => response.request().resourceType()
  const workers = page.workers().map((worker) => worker.url())
  const serviceWorkers = context.serviceWorkers().map((worker) => worker.url())
  const isText = (response: Response) => new URL(response.url()).pathname.startsWith('/texts/')
  const allScripts = responses.filter(
    (response) => getType(response) === 'script' && !workers.includes(response.url()),
  )
  const scripts = allScripts.filter((response) => !isText(response))
  const fonts = responses.filter((response) => getType(response) === 'font')
  const bodies = await Promise.all(scripts.map((response) => response.body()))
  const compressible = scripts.filter((_, index) => bodies[index]!.length >= COMPRESSED_FROM_BYTES)
  const documents = responses.filter((response) => getType(response) === 'document').slice(-1)
  const getEncoding = (response: Response) => response.headers()['content-encoding'] ?? 'none'
  const pageLoad = {
    scripts: scripts.length,
    gzipBytes: await measureGzipSize(scripts),
    textBytes: await measureGzipSize(allScripts.filter(isText)),
    transferredBytes: await transferred(scripts),
    workerBytes: await measureSize(page, workers),
    serviceWorkerBytes: await measureGzipSize(
      responses.filter((response) => serviceWorkers.includes(response.url())),
    ),
    fonts: fonts.map((response) => /([\w-]+?)[-_.~][^/]*$/.exec(new URL(response.url()).pathname)?.[1] ?? ''),
    unusedFonts: fonts.length - (await usedFonts(page)),
    encodings: [...new Set(compressible.map(getEncoding))],
    // Next compresses them for each request, with gzip.
    hasPlainText: [...documents, ...allScripts.filter(isText)].some(
      (response) => getEncoding(response) === 'none',
    ),
  }
  await context.close()
  return pageLoad
}

async function measureGzipSize(responses: Response[]): Promise<number> {
  const bodies = await Promise.all(responses.map((response) => response.body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

async function transferred(responses: Response[]): Promise<number> {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

/** The size of workers, such as that of pdf.js, which delay no page; the browser does not report it. */
async function measureSize(page: Page, workers: string[]): Promise<number> {
  let bytes = 0
  for (const worker of workers) {
    const response = await page.request.head(worker, { headers: { 'accept-encoding': 'br' } })
    bytes += Number(response.headers()['content-length'])
  }
  return bytes
}

/** How many fonts the browser has loaded because a text is set in them; others were loaded in vain. */
function usedFonts(page: Page): Promise<number> {
  return page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
}

function makeRow(path: string, bound: number, pageLoad: PageLoad) {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0)
  const problems = [
    ...(pageLoad.gzipBytes > bound * 1000 ? ['too much JavaScript'] : []),
    ...(pageLoad.unusedFonts > 0 ? ['unused fonts'] : []),
    ...(pageLoad.encodings.some((encoding) => encoding !== 'br') ? ['scripts not in brotli'] : []),
    ...(pageLoad.hasPlainText ? ['not compressed'] : []),
  ]
  return {
    page: path.replace(/^\/sign\/.*/, '/sign/…'),
    scripts: pageLoad.scripts,
    gzip: kilobytes(pageLoad.gzipBytes),
    bound,
    texts: kilobytes(pageLoad.textBytes),
    transferred: kilobytes(pageLoad.transferredBytes),
    'PDF worker': kilobytes(pageLoad.workerBytes),
    'service worker': kilobytes(pageLoad.serviceWorkerBytes),
    fonts: pageLoad.fonts.join(' '),
    encoding: pageLoad.encodings.join(' '),
    verdict: problems.join(', ') || 'ok',
  }
}
