/**
 * `npm run switch`: two web and two worker processes of a copy of this checkout (what is committed) are replaced by a
 * second `npm start` with changed code, while pages and the API are requested and processes are signed. Then versions
 * that are not built, do not migrate or do not answer are refused. No request may fail, and every process must be whole.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { Load, verifyAll } from './load.ts'
import { Service } from './service.ts'

const PATHS = ['/login', '/api/v1/health/ready', '/api/v1/documents']
const SIGNING_MILLISECONDS = 4000
const PAUSE_MILLISECONDS = 50
/** The service runs for so long before the first switch, and after each. */
const REST_MILLISECONDS = 15_000
const PAGE = 'app/switched/route.tsx'
const PAGE_TEXT = `export const GET = () => new Response('changed')\n`
const JOURNAL = 'db/migrations/meta/_journal.json'
const MIGRATION = '9999_fails'
const LOGIN = 'app/(auth)/login/page.tsx'

const checkout = mkdtempSync(join(tmpdir(), 'paraph-switch-'))
execFileSync('git', ['clone', '--quiet', '.', checkout])
for (const folder of ['node_modules', '.next', '.next-server'].filter((name) => existsSync(name)))
  execFileSync('cp', ['-al', folder, join(checkout, folder)])
const service = await Service.make({ WEB_PROCESSES: '2', WORKER_PROCESSES: '2' }, checkout)
const failures: string[] = []
let requests = 0
let longestMilliseconds = 0
let isOver = false
try {
  await service.start()
  const client = await Client.signUp(service.url)
  const kept = new Agent({ keepAlive: true, maxSockets: 4 })
  const clients = [kept, null].flatMap((agent) => PATHS.map((path) => requestOften(path, client.key, agent)))
  const signings = Load.startSteadily(await Client.signUp(service.url), SIGNING_MILLISECONDS, {
    lookMilliseconds: 50,
    completionSeconds: 180,
    mails: false,
    oneByOne: true,
  })
  await sleep(REST_MILLISECONDS)
  const rows = [await startAgain('changed code', { [PAGE]: PAGE_TEXT })]
  rows.push(await startAgain('not changed', {}))
  rows.push(await startAgain('is not built', { [PAGE]: 'export const GET = (' }))
  rows.push(await startAgain('does not migrate', failingMigration()))
  const failingPage = `export default function Page() {\n  throw new Error('fails')\n}\n`
  rows.push(await startAgain('does not answer', { [LOGIN]: failingPage }))
  await signings.stop()
  isOver = true
  await Promise.all(clients)
  console.table(rows)
  const errorCount = await verifyAll(signings.signings)
  const stoppedAt = Date.now()
  await service.halt()
  await service.start()
  if ((await ask('/switched', new Agent())).text !== 'changed')
    failures.push('started again: another version')
  console.log(`Stopped and started again in ${(Date.now() - stoppedAt) / 1000} s.`)
  const failed = [...failures, ...signings.failures.map(({ reason }) => `signing: ${reason}`)]
  console.log(`${failed.length} of ${requests} requests and of those of the signers failed.`)
  for (const reason of failed) console.log(reason)
  if (errorCount + failed.length > 0) process.exitCode = 1
} finally {
  await service.stop()
  rmSync(checkout, { recursive: true })
}
process.exit()

/** A migration that fails, as the files that it consists of. */
function failingMigration(): Record<string, string> {
  const { entries, ...rest } = JSON.parse(readFileSync(join(checkout, JOURNAL), 'utf8'))
  const failing = { ...entries.at(-1), idx: entries.length, when: Date.now(), tag: MIGRATION }
  return {
    [JOURNAL]: JSON.stringify({ ...rest, entries: [...entries, failing] }),
    [`db/migrations/${MIGRATION}.sql`]: 'select 1 / 0;',
  }
}

/** Requests a path until the end, on a connection that is kept or on one for each request. */
async function requestOften(path: string, key: string, agent: Agent | null): Promise<void> {
  for (; !isOver; await sleep(PAUSE_MILLISECONDS)) {
    requests++
    const startedAt = performance.now()
    const problem = await ask(path, agent ?? new Agent(), key).then(
      ({ status }) => (status === 200 ? null : `status ${status}`),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    longestMilliseconds = Math.max(longestMilliseconds, performance.now() - startedAt)
    if (problem) failures.push(`${agent ? 'kept' : 'new'} connection, ${path}: ${problem}`)
  }
}

function ask(path: string, agent: Agent, key = ''): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = key ? { authorization: `Bearer ${key}` } : {}
    get(service.url + path, { agent, headers }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part) => {
          text += part
        })
        .on('end', () => resolve({ status: response.statusCode, text }))
        .on('error', reject)
    }).on('error', reject)
  })
}

/** Runs `npm start` with changed files beside the service; afterwards ten requests must reach the changed version. */
async function startAgain(change: string, files: Record<string, string>): Promise<Record<string, unknown>> {
  const [before, failuresBefore, startedAt] = [requests, failures.length, Date.now()]
  longestMilliseconds = 0
  const restore = writeFiles(files)
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: service.dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  let servedAt = 0
  while (child.exitCode === null) {
    const { text } = await ask('/switched', new Agent())
    if (text === 'changed') servedAt ||= Date.now()
    await Promise.race([sleep(200), ended])
  }
  await sleep(REST_MILLISECONDS)
  for (let request = 0; request < 10; request++) {
    const { text } = await ask('/switched', new Agent())
    if (text !== 'changed') failures.push(`${change}: another version answers`)
  }
  if (child.exitCode !== 0) restore()
  return {
    change,
    'exit status': child.exitCode,
    'served after (s)': servedAt === 0 ? null : (servedAt - startedAt) / 1000,
    requests: requests - before,
    failed: failures.length - failuresBefore,
    'longest (ms)': Math.round(longestMilliseconds),
  }
}

/** Writes files of the checkout. @returns a function that writes their earlier content */
function writeFiles(files: Record<string, string>): () => void {
  const earlier = Object.keys(files).map((name) => {
    const path = join(checkout, name)
    return [path, existsSync(path) ? readFileSync(path) : null] as const
  })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, name)), { recursive: true })
    writeFileSync(join(checkout, name), text)
  }
  return () => {
    for (const [path, content] of earlier) content === null ? rmSync(path) : writeFileSync(path, content)
  }
}
