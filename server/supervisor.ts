import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Env, EnvError, keepsMailsLocally, mailNotice, parseEnv } from '#lib/core/env'
import { readProcessCounts } from '#lib/core/runtime/process-counts'
import { type Build, collectMetrics, launchChild, launchDatabase } from './launch.ts'
import { releaseLock, updateLock } from './lock.mjs'
import { findPort } from './port.ts'
import { type KeptProcess, keepRunning, type Run } from './restart.ts'
import { duration, fail, print, step } from './steps.mjs'
import { readSwitchRequest, reportSwitch, untilWritten } from './switch.mjs'

/*
 * npm start: PostgreSQL, migrations, then the web and the worker processes. Each is restarted when it ends; on a signal
 * the supervisor stops them in order. Another `npm start`, with changed code, has it replace them by processes of that.
 */

const NPM_POLL_MILLISECONDS = 500
/** Within it the processes of another version must be ready. */
const START_MILLISECONDS = 120_000

if (process.env.PORT?.trim() === '0')
  process.env.PORT = String(await findPort(0, process.env.HOST?.trim() || '127.0.0.1'))
const config = readConfiguration()
// The processes of another version have another working folder.
process.env.DATA_DIR = config.dataDir
const counts = process.env.NODE_ENV === 'development' ? { web: 1, worker: 1 } : config.processes
const children: Pick<Run, 'stop'>[] = []
let current: Part[] = []
let stopDatabase = async () => {}
let stopping: Promise<void> | null = null

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
  allowSwitches(url)
}

/**
 * Launches the web and the worker processes, which are named `web`, `web-2`, `worker` and so on.
 * @param firstVariables of the first run of each
 */
function launchParts(
  databaseUrl: Promise<string>,
  build: Build,
  firstVariables: Record<string, string> = {},
): Part[] {
  return (['web', 'worker'] as const).flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) => {
      const name = index === 0 ? kind : `${kind}-${index + 1}`
      let variables = { ...build.variables, ...firstVariables }
      const kept = keepRunning(name, () => {
        const run = launchChild(kind, databaseUrl, { ...build, variables }, name)
        variables = build.variables
        return run
      })
      children.push(kept)
      return { name, kept }
    }),
  )
}

/** From now on another `npm start`, which has built another version, may send SIGUSR2. */
function allowSwitches(databaseUrl: string): void {
  const { PARAPH_BUNDLE: bundle, NEXT_DIST_DIR: distDir = '' } = process.env
  // In development code is reloaded as it changes; Windows has no such signal.
  if (!bundle || process.platform === 'win32') return
  let switching = Promise.resolve()
  process.on('SIGUSR2', () => {
    switching = switching.then(() => switchVersion(databaseUrl))
  })
  describeVersion(basename(bundle), resolve(distDir))
}

/** Tells another `npm start` what runs. */
function describeVersion(version: string, distFolder: string): void {
  const supervisorVersion = basename(process.env.PARAPH_BUNDLE ?? '')
  updateLock(config.dataDir, { address: config.appUrl, version, supervisorVersion, distFolder })
}

/** Replaces the processes by those of the version that is asked for; if these do not start, the present ones stay. */
async function switchVersion(databaseUrl: string): Promise<void> {
  const request = readSwitchRequest(config.dataDir)
  if (!request) return console.error('\nThe request of another npm start to switch cannot be read.\n')
  if (stopping) return
  const { version, folder, variables } = request
  const startedAt = performance.now()
  try {
    const started = await startParts(databaseUrl, { folder, variables })
    for (const { kept } of current) kept.replace()
    current = started
  } catch (error) {
    if (stopping) return
    print('switch', 'the new version does not start', performance.now() - startedAt)
    const report = { version, error: (error as Error).message }
    return untilWritten(
      () => reportSwitch(config.dataDir, report),
      () => stopping !== null,
    )
  }
  print('switch', `${version} runs`, performance.now() - startedAt)
  await untilWritten(
    () => {
      describeVersion(version, join(folder, variables.NEXT_DIST_DIR ?? ''))
      reportSwitch(config.dataDir, { version })
    },
    () => stopping !== null,
  )
}

/** Migrates the database to a version, and starts its processes. @throws when one does not start; none is left */
async function startParts(databaseUrl: string, build: Build): Promise<Part[]> {
  const url = Promise.resolve(databaseUrl)
  const preparation = launchChild('prepare-database', url, build)
  children.push(preparation)
  await preparation.ready
  const started = launchParts(url, build, { PARAPH_TRY_OUT: 'true' })
  try {
    const tooLate = sleep(START_MILLISECONDS, null, { ref: false }).then(() => {
      throw new Error(`Its processes are not ready after ${duration(START_MILLISECONDS)}.`)
    })
    await Promise.race([Promise.all(started.map(({ kept }) => kept.ready)), tooLate])
    return started
  } catch (error) {
    await Promise.all(started.map(({ kept }) => kept.stop()))
    throw error
  }
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
    try {
      updateLock(config.dataDir, { address: config.appUrl, stopping: true })
    } catch (error) {
      // Where the disk is full it stops, too; another start does not wait for it then.
      console.error((error as Error).message)
    }
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
