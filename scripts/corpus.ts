/**
 * `npm run corpus -- DIR`: takes every PDF of a folder through a running service as an integrator would (upload,
 * process, two signers, zones, send, both sign, download), and checks the signed file with pdfsig and qpdf where they
 * are installed, else with our own verification. Exit code 1 when the service responds with 5xx, or when the signed
 * file of an accepted upload is not valid.
 *   --url URL       the service (default http://localhost:3000)
 *   --otp           signers confirm a code, read in /mailbox (loopback, no SMTP_URL)
 *   --only TEXT     only files whose name contains it
 *   --keep DIR      keep the signed files there, for `npm run interop`
 *   --parallel N    files at the same time (default 1)
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ParaphError, type UploadedDocument } from '../sdk/src/index.ts'
import { Client } from './client.ts'
import { judge, judges, type Verdict } from './judge.ts'

interface Outcome extends Verdict {
  file: string
  result: string
  repaired: string
  milliseconds: number
}

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    otp: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
    parallel: { type: 'string', default: '1' },
  },
})
const signerNames = ['Zoë Ångström', 'Γιώργος 王小明']
const timeoutSeconds = 180

process.exitCode = await main()

async function main(): Promise<number> {
  const folder = positionals[0]
  if (!folder) {
    console.error('Which folder? npm run corpus -- DIR')
    return 2
  }
  const files = readdirSync(folder)
    .filter((file) => /\.pdf$/i.test(file) && file.includes(options.only))
    .sort()
  if (options.keep) mkdirSync(options.keep, { recursive: true })
  const client = await Client.signUp(options.url).catch((error) => {
    if (!(error instanceof TypeError)) throw error
    console.error(`No service answers at ${options.url}. Start it with npm start, or name one with --url.`)
  })
  if (!client) return 2
  console.log(`${files.length} files to ${options.url}, judged by ${judges()}\n`)
  console.log(row('file', 'result', 'repaired', 'signatures', 'structure', 'ms'))
  const outcomes: Outcome[] = []
  const queue = files.values()
  await Promise.all(
    Array.from({ length: Math.max(1, Number(options.parallel) || 1) }, async () => {
      for (const file of queue) {
        const outcome = await processFile(client, join(folder, file), file)
        outcomes.push(outcome)
        const { result, repaired, signatures, structure, milliseconds } = outcome
        console.log(row(file, result, repaired, signatures, structure, milliseconds.toFixed(0)))
      }
    }),
  )
  return summarize(outcomes)
}

function row(...[file, result, repaired, signatures, structure, milliseconds]: string[]): string {
  const cells = [truncate(file, 44).padEnd(45), truncate(result, 60).padEnd(24), repaired?.padEnd(9)]
  return [...cells, signatures?.padEnd(12), structure?.padEnd(10), milliseconds?.padStart(6)].join(' ')
}

function truncate(text = '', length = 0): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

function summarize(outcomes: Outcome[]): number {
  const counts = new Map<string, number>()
  for (const { result } of outcomes) counts.set(result, (counts.get(result) ?? 0) + 1)
  const failed = outcomes.filter((outcome) => outcome.failed)
  const times = outcomes.filter(({ result }) => result === 'signed').map(({ milliseconds }) => milliseconds)
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const results = [...counts].map(([result, count]) => `${count} ${result}`).join(', ')
  const repaired = outcomes.filter((outcome) => outcome.repaired).length
  console.log(`\n${outcomes.length} files: ${results}`)
  console.log(`${repaired} repaired; median ${median.toFixed(0)} ms`)
  for (const { file, result, signatures, structure } of failed)
    console.log(`FAILED ${file}: ${result} ${signatures} ${structure}`)
  console.log(failed.length === 0 ? 'All that was taken ended valid.' : `${failed.length} failed.`)
  return failed.length === 0 ? 0 : 1
}

/** Uploads a file, has it signed, and judges the result. */
async function processFile(client: Client, path: string, file: string): Promise<Outcome> {
  const start = performance.now()
  const noVerdict = { file, repaired: '', signatures: '', structure: '' }
  let document: UploadedDocument | null = null
  try {
    const originalFile = new Uint8Array(readFileSync(path))
    document = await client.upload(originalFile, file)
    const signedFile = await signThrough(client, document)
    const milliseconds = performance.now() - start
    if (options.keep) writeFileSync(join(options.keep, file), signedFile)
    const verdict = await judge(originalFile, signedFile)
    return { file, result: 'signed', repaired: document.repaired ? 'yes' : '', ...verdict, milliseconds }
  } catch (error) {
    const milliseconds = performance.now() - start
    if (error instanceof ParaphError && error.status !== null && error.status < 500 && !document) {
      const result = `refused: ${error.details.reason ?? error.message}`
      return { ...noVerdict, result, milliseconds, failed: false }
    }
    const message = error instanceof Error ? error.message : String(error)
    return { ...noVerdict, result: `ERROR: ${message}`, milliseconds, failed: true }
  }
}

async function signThrough(client: Client, document: UploadedDocument): Promise<Uint8Array> {
  const { id, signers } = await client.send(document.id, signerNames, {
    otp: options.otp,
    zones: zonesOn(document),
  })
  for (const signer of signers) await client.sign(await client.findLink(id, signer.id), signer.name)
  await client.completed(id, timeoutSeconds)
  return client.downloadSigned(id)
}

/** Zones of several types for both signers on the first page, sized to fit a page of any size. */
function zonesOn({ pages }: UploadedDocument) {
  const page = pages[0]!
  const types = ['signature', 'name', 'date', 'text', 'checkbox'] as const
  const width = page.width * 0.36
  const height = Math.min(page.height * 0.12, 60)
  return signerNames.flatMap((_, signer) =>
    types.map((type, index) => ({
      signer,
      type,
      page: 1,
      x: page.width * (signer === 0 ? 0.08 : 0.56),
      y: page.height * (0.06 + index * 0.17),
      width,
      height,
      required: true,
    })),
  )
}
