import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { whyNot } from '#db/requirements'
import { EnvError, keepsMailsHere, mailNotice, parseEnv } from '#lib/core/env'
import { type Kept, keep, launchDatabase, launchPart } from './keep.ts'
import { noteInLock, releaseLock } from './lock.mjs'
import { duration, fail, print, sinceStart, step } from './steps.mjs'

/*
 * npm start: PostgreSQL, then what it needs to hold, then the web process and the worker; whatever ends is started
 * again, and when this process is told to stop, all of them end in order.
 */

const NPM_WATCH_MILLISECONDS = 500

if (process.env.PORT === '0') process.env.PORT = String(await freePort())
const config = readConfiguration()
const parts: Kept[] = []
let database: Kept | null = null
let stopping: Promise<void> | null = null

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(0))
process.on('disconnect', () => stop(0))
stopWithNpm()
noteInLock(config.dataDir, { address: config.appUrl })
try {
  await start()
} catch (error) {
  if (!stopping) console.error(`\n${error instanceof Error ? error.message : error}\n`)
  await stop(1)
}

async function start(): Promise<void> {
  if (!config.databaseUrl) {
    database = keep('PostgreSQL', () => launchDatabase(config.dataDir))
    const { ready } = database
    await step('PostgreSQL', () => ready)
  }
  const gate = Promise.withResolvers<void>()
  const began = performance.now()
  const started = (['web', 'worker'] as const).map(async (name) => {
    const part = keep(name, () => launchPart(name, gate.promise))
    parts.push(part)
    const said = await part.ready
    return () => print(name, said, performance.now() - began)
  })
  // Whoever fails first is met below; the others' ends are not news.
  for (const part of started) part.catch(() => {})
  await step('database', prepareDatabase)
  if (stopping) return
  gate.resolve()
  for (const part of started) (await part)()
  console.log(`\nReady in ${duration(sinceStart())}. ${whatNext()}\n`)
}

async function prepareDatabase(): Promise<string> {
  const [{ env }, { closeDatabase }, { migrateDatabase }, { installJobs }, { ensureFirstTenant }] =
    await Promise.all([
      import('#lib/core/env'),
      import('#db/client'),
      import('#db/migrate'),
      import('#lib/jobs/install'),
      import('#lib/identity/ensure-first-tenant'),
    ])
  await migrateDatabase(env().databaseUrl ?? '', installJobs).catch((error) => {
    throw new Error(whyNot(error), { cause: error })
  })
  const email = await ensureFirstTenant(env())
  await closeDatabase()
  return email ? `up to date; ${email} may sign in` : 'up to date'
}

function whatNext(): string {
  const { appUrl, smtpUrl, admin } = config
  const closed = config.signup === 'closed' || (smtpUrl === null && !keepsMailsHere(config))
  const next = `Open ${appUrl} and ${admin || closed ? 'sign in' : 'sign up'}.`
  return [next, mailNotice(config), 'Stop with Ctrl-C.'].filter(Boolean).join('\n')
}

/** Ends everything, the database last; asked a second time, at once. */
function stop(status: number): Promise<void> {
  if (stopping) {
    for (const part of parts) void part.stop('SIGKILL')
    return stopping
  }
  stopping = (async () => {
    noteInLock(config.dataDir, { address: config.appUrl, stopping: true })
    const from = performance.now()
    await Promise.all(parts.map((part) => part.stop()))
    await database?.stop()
    releaseLock(config.dataDir)
    print('stopped', 'nothing is left running', performance.now() - from)
    process.exit(status)
  })()
  return stopping
}

function readConfiguration() {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (error instanceof EnvError) return fail(error.message)
    throw error
  }
}

/** npm that was killed with -9 tells nobody: whoever it started must see it for themselves. */
function stopWithNpm(): void {
  if (!process.env.npm_execpath || process.send) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) void stop(0)
  }, NPM_WATCH_MILLISECONDS).unref()
}

/** For PORT=0. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, process.env.HOST || '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
