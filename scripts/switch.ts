/**
 * `npm run switch`: two web and two worker processes of a copy of this checkout (what is committed) are replaced by a
 * second `npm start` with changed code, while pages and the API are requested and processes are signed. Then versions
 * that are not built and that do not migrate are refused. No request may fail.
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
/** The new version runs alone for so long. */
const AFTER_MILLISECONDS = 15_000
const JOURNAL = 'db/migrations/meta/_journal.json'
const FAILING = '9999_fails'
const PAGE = 'app/switched/route.ts'

const checkout = mkdtempSync(join(tmpdir(), 'paraph-switch-'))
execFileSync('git', ['clone', '--quiet', '.', checkout])
for (const folder of ['node_modules', '.next', '.next-server'].filter((name) => existsSync(name)))
  execFileSync('cp', ['-al', folder, join(checkout, folder)])
const service = await Service.make({ WEB_PROCESSES: '2', WORKER_PROCESSES: '2' }, checkout)
const failures: string[] = []
let requests = 0
let isOver = false
try {
  await service.start()
  const client = await Client.signUp(service.url)
  const clients = [new Agent({ keepAlive: true, maxSockets: 4 }), null].flatMap((agent) =>
    PATHS.map((path) => requestOften(path, client.key, agent)),
  )
  const signings = Load.startSteadily(await Client.signUp(service.url), SIGNING_MILLISECONDS, {
    lookMilliseconds: 50,
    completionSeconds: 180,
    mails: false,
    oneByOne: true,
  })
  const rows: Record<string, unknown>[] = []
  await sleep(AFTER_MILLISECONDS)
  const changed = `export const GET = () => new Response('changed')\n`
  write(PAGE, changed)
  rows.push(await startAgain('changed code'))
  write(PAGE, 'export const GET = (')
  rows.push(await startAgain('is not built'))
  write(PAGE, changed)
  const journal = readFileSync(join(checkout, JOURNAL), 'utf8')
  const { entries, ...rest } = JSON.parse(journal)
  const failing = { ...entries.at(-1), idx: entries.length, when: Date.now(), tag: FAILING }
  write(JOURNAL, JSON.stringify({ ...rest, entries: [...entries, failing] }))
  write(`db/migrations/${FAILING}.sql`, 'select 1 / 0;')
  rows.push(await startAgain('does not migrate'))
  await signings.stop()
  isOver = true
  await Promise.all(clients)
  console.table(rows)
  const errorCount = await verifyAll(signings.signings)
  write(JOURNAL, journal)
  rmSync(join(checkout, `db/migrations/${FAILING}.sql`))
  const stoppedAt = Date.now()
  await service.halt()
  await service.start()
  const { text } = await ask('/switched', new Agent())
  if (text !== 'changed') failures.push(`started again: ${text}`)
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

function write(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

/** Requests a path until the end, on a connection that is kept or on one for each request. */
async function requestOften(path: string, key: string, agent: Agent | null): Promise<void> {
  for (; !isOver; await sleep(PAUSE_MILLISECONDS)) {
    requests++
    const problem = await ask(path, agent ?? new Agent(), key).then(
      ({ status }) => (status === 200 ? null : `status ${status}`),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
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

/** Runs `npm start` beside the service; then ten requests in turn must be answered by the changed version. */
async function startAgain(change: string): Promise<Record<string, unknown>> {
  const [before, failuresBefore, startedAt] = [requests, failures.length, Date.now()]
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
  await sleep(AFTER_MILLISECONDS)
  const versions = new Set<string>()
  for (let request = 0; request < 10; request++) versions.add((await ask('/switched', new Agent())).text)
  if ([...versions].join() !== 'changed') failures.push(`${change}: ${[...versions]} answers`)
  return {
    change,
    'exit status': child.exitCode,
    'served after (s)': servedAt === 0 ? null : (servedAt - startedAt) / 1000,
    requests: requests - before,
    failed: failures.length - failuresBefore,
  }
}
