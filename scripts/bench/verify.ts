/**
 * Measures `/verify` in Chromium with signed files of 10 MB: from the choice of the file to the verdict, and to the
 * pictures of the differences. Says the load of the machine, as both take processor time.
 */
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildPdf, firstPage, stream } from '#lib/pdf/fixtures/build'
import { findChromium } from '../chromium.mjs'
import { Client } from '../client.ts'
import { Service } from '../service.ts'
import { median } from './measure.ts'

const FILE_BYTES = 10_000_000
const BOUND_MILLISECONDS = 3000
const RUNS = 5
const box = { mediaBox: [0, 0, 595, 842] } as const

/** Prints the table. BENCH_URL measures a running service instead of a new one. */
export async function benchVerify(): Promise<void> {
  const executablePath = (await findChromium(process.cwd())) ?? undefined
  const service = process.env.BENCH_URL ? null : await Service.start({ TSA_URL: 'internal' })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const client = await Client.signUp(service?.url ?? process.env.BENCH_URL!)
    const rows: Record<string, object> = {}
    for (const [name, pdf] of Object.entries({ '20 scans': makeScans(), '200 pages of text': makePages() }))
      rows[name] = await measure(browser, client.baseUrl, await signFile(client, pdf))
    const [load] = loadavg()
    console.log(
      `\n/verify of a file of 10 MB with two signers, in ms; load of the machine ${load!.toFixed(1)}\n`,
    )
    console.table(rows)
  } finally {
    await browser.close()
    await service?.stop()
  }
}

/** Pages with images that cannot be compressed. */
function makeScans(): Uint8Array {
  const [pages, width] = [20, 500]
  const height = FILE_BYTES / pages / width
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`
  const objects: Record<number, string> = {}
  for (let page = 0; page < pages; page++) {
    const number = firstPage + page * 2
    objects[20 + page] = stream(randomBytes(width * height).toString('latin1'), image)
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /XObject << /Scan ${20 + page} 0 R >> >> >>`
    objects[number + 1] = stream('q 595 0 0 842 0 0 cm /Scan Do Q')
  }
  return buildPdf({ pages: Array.from({ length: pages }, () => ({ ...box })), objects })
}

/** Pages with long content streams. */
function makePages(): Uint8Array {
  const pages = 200
  const line = '(The tenant pays the rent on the first working day of the month.) Tj T*\n'
  const text = line.repeat(FILE_BYTES / pages / line.length)
  const objects: Record<number, string> = {}
  for (let page = 0; page < pages; page++)
    objects[firstPage + page * 2 + 1] = stream(`BT /F1 8 Tf 8 TL 20 820 Td\n${text}ET`)
  return buildPdf({ pages: Array.from({ length: pages }, () => ({ ...box })), objects })
}

async function signFile(client: Client, pdf: Uint8Array): Promise<Uint8Array> {
  const { id } = await client.upload(pdf, 'Agreement.pdf')
  const names = ['Iris Quist', 'Ola Berg']
  const zones = names.map((_, signer) => ({
    ...({ signer, type: 'signature', page: 1 } as const),
    ...{ x: 60, y: 100 + signer * 100, width: 180, height: 50 },
  }))
  const { id: processId, signers } = await client.send(id, names, { zones })
  for (const [index, name] of names.entries())
    await client.sign(await client.findLink(processId, signers[index]!.id), name)
  await client.completed(processId)
  const file = await client.download('GET /signature-processes/{id}/download-signed-pdf', {
    path: { id: processId },
  })
  return new Uint8Array(await file.arrayBuffer())
}

async function measure(browser: Browser, url: string, file: Uint8Array) {
  const page = await browser.newPage()
  const verdicts: number[] = []
  const pictures: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const times = await verifyOnce(page, url, file)
    verdicts.push(times.verdict)
    pictures.push(times.pictures)
  }
  await page.close()
  const slowest = Math.max(...verdicts)
  return {
    verdict: Math.round(median(verdicts)),
    'slowest verdict': Math.round(slowest),
    bound: BOUND_MILLISECONDS,
    pictures: Math.round(median(pictures)),
    within: slowest <= BOUND_MILLISECONDS,
  }
}

async function verifyOnce(page: Page, url: string, file: Uint8Array) {
  await page.goto(`${url}/verify`, { waitUntil: 'networkidle' })
  const input = page.locator('input[type=file]')
  // Playwright's own way of handing over so many bytes takes longer than the page.
  await input.evaluate((element: HTMLInputElement, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'agreement.pdf', { type: 'application/pdf' }))
    element.files = transfer.files
  }, Buffer.from(file).toString('base64'))
  const started = performance.now()
  await input.dispatchEvent('change')
  await page.getByRole('heading', { name: 'Whole and unchanged' }).waitFor()
  const verdict = performance.now() - started
  await page.getByRole('figure').first().waitFor()
  return { verdict, pictures: performance.now() - started }
}
