/**
 * `npm run corpus -- DIR`: pushes every PDF of a folder through a running service as an integrator would – upload,
 * process, two signers, zones, send, both sign, download – and has the result judged by pdfsig and qpdf where they are
 * installed, else by our own verification. Exit code 1 when the service answers 5xx, or a file that it took does
 * not end valid.
 *   --url URL       the service (default http://localhost:3000)
 *   --otp           signers confirm a code, read in /mailbox (loopback, no SMTP_URL)
 *   --only TEXT     only files whose name contains it
 *   --keep DIR      keep the signed files there, for `npm run interop`
 *   --parallel N    files at the same time (default 1)
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { judge, judges, type Verdict } from './judge.ts'

interface Page {
  width: number
  height: number
}
interface DocumentRecord {
  id: number
  pages: Page[]
  repaired: boolean
}
interface Signer {
  id: number
  email: string
  status: string
  signing_url?: string | null
}
interface ProcessRecord {
  id: number
  status: string
  seal_error: string | null
  signers: Signer[]
}
interface Ceremony {
  consent: { version: string }
  otp: { required: boolean }
  documents: { id: number }[]
  fields: { id: number; type: string }[]
}
interface Outcome extends Verdict {
  file: string
  result: string
  repaired: string
  milliseconds: number
}

/** The service refused a request, with its reason. */
class Refusal extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
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
const sample = 'Žluťoučký kůň, Ελλάδα, Привет, 合同'
const patienceMilliseconds = 180_000
let key = ''

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
  key = await newTenantKey()
  console.log(`${files.length} files to ${options.url}, judged by ${judges()}\n`)
  console.log(row('file', 'result', 'repaired', 'signatures', 'structure', 'ms'))
  const outcomes: Outcome[] = []
  const queue = files.values()
  await Promise.all(
    Array.from({ length: Math.max(1, Number(options.parallel) || 1) }, async () => {
      for (const file of queue) {
        const outcome = await push(join(folder, file), file)
        outcomes.push(outcome)
        const { result, repaired, signatures, structure, milliseconds } = outcome
        console.log(row(file, result, repaired, signatures, structure, milliseconds.toFixed(0)))
      }
    }),
  )
  return summarize(outcomes)
}

function row(...[file, result, repaired, signatures, structure, milliseconds]: string[]): string {
  const cells = [cut(file, 44).padEnd(45), cut(result, 60).padEnd(24), repaired?.padEnd(9)]
  return [...cells, signatures?.padEnd(12), structure?.padEnd(10), milliseconds?.padStart(6)].join(' ')
}

function cut(text = '', length = 0): string {
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

/** One file through the whole service. */
async function push(path: string, file: string): Promise<Outcome> {
  const start = performance.now()
  const nothing = { file, repaired: '', signatures: '', structure: '' }
  let document: DocumentRecord | null = null
  try {
    const original = new Uint8Array(readFileSync(path))
    document = await upload(file, original)
    const signed = await signThrough(document, file)
    const milliseconds = performance.now() - start
    if (options.keep) writeFileSync(join(options.keep, file), signed)
    const verdict = await judge(original, signed)
    return { file, result: 'signed', repaired: document.repaired ? 'yes' : '', ...verdict, milliseconds }
  } catch (error) {
    const milliseconds = performance.now() - start
    const refused = error instanceof Refusal && error.status < 500
    const why =
      error instanceof Refusal ? error.reason : error instanceof Error ? error.message : String(error)
    if (refused && !document) return { ...nothing, result: `refused: ${why}`, milliseconds, failed: false }
    return { ...nothing, result: `ERROR: ${why}`, milliseconds, failed: true }
  }
}

async function upload(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<DocumentRecord> {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'application/pdf' }), file)
  return api<DocumentRecord>('POST', '/documents', form)
}

async function signThrough(document: DocumentRecord, file: string): Promise<Uint8Array> {
  const created = await api<ProcessRecord>('POST', '/signature-processes', {
    name: file,
    documents: [{ id: document.id, order: 1 }],
    signers: ['Zoë Ångström', 'Γιώργος 王小明'].map((name, index) => ({
      name,
      email: `signer-${randomBytes(6).toString('hex')}@example.org`,
      order: index + 1,
    })),
    options: { enable_otp: options.otp, enable_notifications: false },
  })
  const process = `/signature-processes/${created.id}`
  await api('POST', `${process}/fields`, { fields: zonesOn(document, created.signers) })
  await api('POST', `${process}/send`)
  for (const { id } of created.signers) await signAs(process, id)
  await until(process, ({ status }) => status === 'completed')
  return raw('GET', `${process}/download-signed-pdf`).then(
    async (answer) => new Uint8Array(await answer.arrayBuffer()),
  )
}

/** A zone of several types for both on the first page, however small it is. */
function zonesOn({ id, pages }: DocumentRecord, signers: Signer[]): object[] {
  const page = pages[0]!
  const types = ['signature', 'name', 'date', 'text', 'checkbox']
  const width = page.width * 0.36
  const height = Math.min(page.height * 0.12, 60)
  return signers.flatMap((signer, side) =>
    types.map((type, index) => ({
      document_id: id,
      signer_id: signer.id,
      type,
      page: 1,
      x: page.width * (side === 0 ? 0.08 : 0.56),
      y: page.height * (0.06 + index * 0.17),
      width,
      height,
      required: true,
    })),
  )
}

async function signAs(process: string, id: number): Promise<void> {
  const turn = await until(process, ({ signers }) => signers.some((one) => one.id === id && one.signing_url))
  const signer = turn.signers.find((one) => one.id === id)!
  const ceremony = `/signing/${new URL(signer.signing_url!).pathname.split('/').at(-1)}`
  const { consent, otp, documents } = await api<Ceremony>('GET', ceremony)
  if (otp.required) {
    await api('POST', `${ceremony}/otp`)
    await api('POST', `${ceremony}/otp/verify`, { code: await codeFor(signer.email) })
  }
  for (const document of documents) await raw('GET', `${ceremony}/documents/${document.id}/file`)
  await api('POST', `${ceremony}/open`)
  const { fields } = await api<Ceremony>('GET', ceremony)
  await api('POST', `${ceremony}/sign`, {
    consent: { version: consent.version, accepted: true },
    signature: { method: 'typed', text: 'Zoë Ångström' },
    values: fields
      .filter(({ type }) => type === 'checkbox' || type === 'text')
      .map(({ id: field_id, type }) => ({ field_id, value: type === 'text' ? sample : true })),
  })
}

async function until(path: string, there: (process: ProcessRecord) => boolean): Promise<ProcessRecord> {
  const end = performance.now() + patienceMilliseconds
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 500)) {
    const process = await api<ProcessRecord>('GET', path)
    if (there(process)) return process
    if (performance.now() > end)
      throw new Error(`stays ${process.status}: ${process.seal_error ?? 'no reason given'}`)
    await sleep(pause)
  }
}

/** The code that was mailed to the address, from the mailbox that a service without SMTP shows. */
async function codeFor(email: string): Promise<string> {
  for (let tries = 0; tries < 40; tries++) {
    const overview = await (await fetch(`${options.url}/mailbox`)).text()
    const ids = [...overview.matchAll(/\/mailbox\/(\d+)/g)].map((match) => Number(match[1]))
    for (const id of [...new Set(ids)].sort((a, b) => b - a).slice(0, 10)) {
      const mail = await (await fetch(`${options.url}/mailbox/${id}`)).text()
      const code = mail.includes(email) && /(?<![#\w])\d{6}(?!\w)/.exec(mail)?.[0]
      if (code) return code
    }
    await sleep(250)
  }
  throw new Error('the code was not mailed')
}

/** A tenant of its own, and a key of it that may see the signers' links. */
async function newTenantKey(): Promise<string> {
  const login = await api<{ access_token: string }>('POST', '/auth/signup', {
    tenant_name: 'Corpus run',
    name: 'Corpus',
    email: `corpus-${randomBytes(6).toString('hex')}@example.org`,
    password: randomBytes(18).toString('base64url'),
  })
  key = login.access_token
  const scopes = ['documents:read', 'documents:write', 'processes:read', 'processes:write', 'signing-links']
  return (await api<{ key: string }>('POST', '/api-keys', { name: 'Corpus run', scopes })).key
}

async function api<T>(method: string, path: string, body?: FormData | object): Promise<T> {
  const answer = await raw(method, path, body)
  return ((await answer.json()) as { data: T }).data
}

/** One request; waits out a rate limit, throws Refusal for every other status from 400 on. */
async function raw(method: string, path: string, body?: FormData | object): Promise<Response> {
  const isForm = body instanceof FormData
  const headers = {
    accept: 'application/json',
    ...(!path.startsWith('/signing/') && key && { authorization: `Bearer ${key}` }),
    ...(body && !isForm && { 'content-type': 'application/json' }),
  }
  const content = isForm ? body : body && JSON.stringify(body)
  for (;;) {
    const answer = await fetch(`${options.url}/api/v1${path}`, { method, headers, body: content })
    if (answer.ok) return answer
    const text = await answer.text()
    if (answer.status === 429) {
      await sleep((Number(answer.headers.get('retry-after')) || 1) * 1000)
      continue
    }
    const error = problemOf(text)
    const where =
      answer.status >= 500 || !error?.reason ? `${answer.status} at ${method} ${path.split('?')[0]}: ` : ''
    throw new Refusal(answer.status, `${where}${error?.reason ?? error?.message ?? text.slice(0, 80)}`, text)
  }
}

function problemOf(text: string): { reason?: string; message?: string } | null {
  try {
    return JSON.parse(text).error
  } catch {
    return null
  }
}
