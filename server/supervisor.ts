import { type Env, EnvError, keepsMailsLocally, mailNotice, parseEnv } from '#lib/core/env'
import { type Build, collectMetrics, launchChild, launchDatabase } from './launch.ts'
import { releaseLock, updateLock } from './lock.mjs'
import { findPort } from './port.ts'
import { readProcessCounts } from './process-counts.ts'
import { type KeptProcess, keepRunning, type Run } from './restart.ts'
import { duration, fail, print, step } from './steps.mjs'
import { readUpgrade, reportUpgrade } from './upgrade.mjs'

/*
 * npm start: PostgreSQL, migrations, then the web and the worker processes. Each is restarted when it ends; on a signal
 * the supervisor stops them in order. Another `npm start`, with changed code, has it replace them by processes of that.
 */

const NPM_POLL_MILLISECONDS = 500

if (process.env.PORT === '0') process.env.PORT = String(await findPort(0, process.env.HOST || '127.0.0.1'))
const config = readConfiguration()
// The processes of another version have another working folder.
process.env.DATA_DIR = config.dataDir
const counts = process.env.NODE_ENV === 'development' ? { web: 1, worker: 1 } : config.processes
const children: Pick<Run, 'stop'>[] = []
let current: Part[] = []
let stopDatabase = async () => {}
let stopping: Promise<void> | null = null
let upgrading = Promise.resolve()

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(0))
process.on('disconnect', () => stop(0))
stopWhenNpmEnds()
updateLock(config.dataDir, { address: config.appUrl })
try {
  await start()
} catch (error) {
  if (!stopping) console.error(`\n${error instanceof Error ? error.message : error}\n`)
  await stop(1)
}

/** A web or worker process. */
interface Part {
  name: string
  kept: KeptProcess
}

async function start(): Promise<void> {
  if (counts.web > 0) await findPort(config.port, config.host)
  if (config.metrics) await startMetrics(config.metrics)
  const databaseStarted = Promise.withResolvers<string>()
  const databasePrepared = Promise.withResolvers<string>()
  const own = { folder: process.cwd(), variables: {} }
  // All child processes load their modules while the database starts.
  const preparation = launchChild('prepare-database', databaseStarted.promise, own)
  children.push(preparation)
  const startedAt = performance.now()
  current = launchParts(databasePrepared.promise, own)
  const printWhenReady = current.map(async ({ name, kept }) => {
    const message = await kept.ready
    return () => print(name, message, performance.now() - startedAt)
  })
  // The awaits below throw the first failure; this line keeps a second one from being an unhandled rejection.
  for (const ready of [preparation.ready, ...printWhenReady]) ready.catch(() => {})
  const url = config.databaseUrl ?? (await startDatabase())
  databaseStarted.resolve(url)
  await step('database', () => preparation.ready)
  databasePrepared.resolve(url)
  for (const printLine of printWhenReady) (await printLine)()
  console.log(`\nReady in ${duration(performance.now())}. ${startSummary()}\n`)
  allowUpgrades(url)
}

function launchParts(databaseUrl: Promise<string>, build: Build): Part[] {
  return (['web', 'worker'] as const).flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) => {
      const name = index === 0 ? kind : `${kind}-${index + 1}`
      const kept = keepRunning(name, () => launchChild(kind, databaseUrl, build, name))
      children.push(kept)
      return { name, kept }
    }),
  )
}

/** From now on another `npm start` may send SIGUSR2, when it has built another version. */
function allowUpgrades(databaseUrl: string): void {
  const { PARAPH_VERSION: version } = process.env
  // Windows has no such signal; in development pages and routes change by themselves.
  if (!version || process.platform === 'win32') return
  process.on('SIGUSR2', () => {
    upgrading = upgrading.then(() => upgrade(databaseUrl))
  })
  updateLock(config.dataDir, { address: config.appUrl, version })
}

/** Replaces the processes by those of another version; where these do not start, the present ones stay. */
async function upgrade(databaseUrl: string): Promise<void> {
  const wanted = readUpgrade(config.dataDir)
  if (!wanted || stopping) return
  const { version, ...build } = wanted
  const url = Promise.resolve(databaseUrl)
  const startedAt = performance.now()
  let started: Part[] = []
  try {
    const preparation = launchChild('prepare-database', url, build)
    children.push(preparation)
    await preparation.ready
    started = launchParts(url, build)
    await Promise.all(started.map(({ kept }) => kept.ready))
  } catch (error) {
    const { message } = error as Error
    await Promise.all(started.map(({ kept }) => kept.stop()))
    print('upgrade', `${version} does not start`, performance.now() - startedAt)
    return reportUpgrade(config.dataDir, { version, error: message })
  }
  for (const { kept } of current) kept.replace()
  current = started
  updateLock(config.dataDir, { address: config.appUrl, version })
  print('upgrade', `${version} runs`, performance.now() - startedAt)
  reportUpgrade(config.dataDir, { version })
}

async function startDatabase(): Promise<string> {
  const { ready, stop } = keepRunning('PostgreSQL', () => launchDatabase(config.dataDir))
  stopDatabase = stop
  await step('PostgreSQL', async () => (await ready) && 'in the data folder, on a socket')
  return ready
}

async function startMetrics(metrics: NonNullable<Env['metrics']>): Promise<void> {
  const { serveMetrics } = await import('./metrics.ts')
  await step('metrics', async () => {
    await serveMetrics(metrics, collectMetrics)
    return `at ${metrics.host}:${metrics.port}/metrics`
  })
}

function startSummary(): string {
  const { appUrl, smtpUrl, admin } = config
  const signupIsClosed = config.signup === 'closed' || (smtpUrl === null && !keepsMailsLocally(config))
  const nextStep = `Open ${appUrl} and ${admin || signupIsClosed ? 'sign in' : 'sign up'}.`
  return [nextStep, mailNotice(config), 'Stop with Ctrl-C.'].filter(Boolean).join('\n')
}

/** Stops everything, the database last; a second call kills the processes. */
function stop(status: number): Promise<void> {
  if (stopping) {
    for (const child of children) void child.stop('SIGKILL')
    return stopping
  }
  stopping = (async () => {
    updateLock(config.dataDir, { address: config.appUrl, stopping: true })
    const stopStartedAt = performance.now()
    await Promise.all(children.map((child) => child.stop()))
    await stopDatabase()
    releaseLock(config.dataDir)
    print('stopped', 'nothing is left running', performance.now() - stopStartedAt)
    process.exit(status)
  })()
  return stopping
}

function readConfiguration() {
  try {
    return { ...parseEnv(process.env), processes: readProcessCounts(process.env) }
  } catch (error) {
    if (error instanceof EnvError) return fail(error.message)
    throw error
  }
}

/** Stops when npm ends: an npm killed with SIGKILL passes on no signal, but the parent process changes. */
function stopWhenNpmEnds(): void {
  if (!process.env.npm_execpath || process.send) return
  const npmPid = process.ppid
  setInterval(() => {
    if (process.ppid !== npmPid) void stop(0)
  }, NPM_POLL_MILLISECONDS).unref()
}
