import cluster from 'node:cluster'
import { basename } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { watchClock } from '#db/clock'
import { closeDatabase } from '#db/connection/client'
import { closePresenceSession } from '#db/connection/presence'
import { explainStartError } from '#db/connection/requirements'
import { embeddedUrl } from '#db/embedded/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { type Env, env, parseEnv, SetupError } from '#lib/core/env'
import { log } from '#lib/core/log'
import { registry } from '#lib/core/runtime/metrics'
import { readTraces } from '#lib/core/runtime/trace-variables'
import { getTracer, setTracer } from '#lib/core/runtime/tracing'
import { closeSender } from '#lib/jobs/boss'
import { nameMetrics, type ProcessMetrics, serveMetrics } from './metrics.ts'
import { fail } from './steps.mjs'
import { markUse } from './uses.mjs'

/** A message of a child process to the supervisor. */
export type Message = { ready: string } | { fatal: string } | { metrics: ProcessMetrics }
/**
 * A message of the supervisor to a child process that is ready; `replaced`: another process does its work now. The
 * supervisor may be one of an earlier version.
 */
export type Instruction = 'metrics' | 'replaced'

/** How long running work may take: on a signal; and after the supervisor died, with which the database ends. */
const DRAIN_MILLISECONDS = 25_000
const ORPHAN_DRAIN_MILLISECONDS = 1000
/** Longer than a request or job takes: nobody waits for a process that was replaced. */
const REPLACED_DRAIN_MILLISECONDS = 360_000
const CLOSE_TIMEOUT_MILLISECONDS = 2000

/** An argument, because an IPC channel is no proof: `npm run web` may start its Node with one, too. */
const supervised = process.argv[2] === 'supervised'
// It may run longer than the service has its version. A process without a supervisor was marked when it was started.
if (supervised && process.env.PARAPH_BUNDLE) markUse(process.env.PARAPH_BUNDLE, process.env.DATA_DIR ?? '')
// Ctrl-C reaches every process of the terminal: the supervisor stops them, in order.
if (supervised) for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
// Otherwise node:cluster ends this process at once when the supervisor has died.
if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
// Threads have limits of their own (lib/workers/worker-host.ts), which those of the command line would replace.
for (const space of ['semi', 'old']) setFlagsFromString(`--max-${space}-space-size=0`)

/** The URL of the database, sent by the supervisor when it is ready; until then the child loads its modules. */
const databaseUrl = new Promise<string>((resolve) => {
  if (!supervised) return
  const exit = () => process.exit(0)
  process.once('disconnect', exit)
  process.once('message', (url: string) => {
    process.off('disconnect', exit)
    resolve(url)
  })
})

/** Puts the database URL from the supervisor into the environment. */
export async function setDatabaseUrl(): Promise<void> {
  process.env.DATABASE_URL = await databaseUrl
}

/**
 * Waits until the database is migrated, loads the installation key, and measures this machine's clock from now on. A
 * process without a supervisor migrates the database itself and creates the first tenant; without DATABASE_URL it uses
 * that of `npm start`.
 */
export async function waitForDatabase(): Promise<void> {
  await startTraces()
  await databasePrepared()
  await watchClock()
}

/** Switches traces on, if variables of OpenTelemetry say so: only then its modules are loaded. */
async function startTraces(): Promise<void> {
  try {
    const traces = readTraces(process.env)
    if (traces) setTracer((await import('./traces.ts')).makeTracer(traces, process.env.PARAPH_PART ?? 'main'))
  } catch (error) {
    if (error instanceof SetupError) return exitWith(error.message)
    throw error
  }
}

async function databasePrepared(): Promise<void> {
  try {
    if (supervised) {
      await setDatabaseUrl()
      return await loadInstallationKey()
    }
    process.env.DATABASE_URL ||= embeddedUrl(readConfiguration().dataDir)
  } catch (error) {
    return exitWith(explainStartError(error as Error))
  }
  const { migrateDatabase } = await import('#db/migrate')
  const { installJobs } = await import('#lib/jobs/install')
  const { createFirstTenant } = await import('./first-tenant.ts')
  const { checkWitnesses } = await import('#lib/audit/witness/witness-key')
  const { checkOperatorKeys } = await import('#lib/keys/operator-keys')
  const { checkTrustedLists } = await import('#lib/keys/trusted-lists')
  try {
    await checkOperatorKeys()
    await checkTrustedLists()
    await migrateDatabase(env().databaseUrl ?? '', installJobs)
    // Compares with keys that are derived from the installation's, which is loaded now.
    checkWitnesses()
    const email = await createFirstTenant()
    if (email) console.log(`  ${email} can sign in`)
  } catch (error) {
    await exitWith(explainStartError(error as Error))
  }
}

/** The configuration, possibly without the database URL. Ends the process when it is invalid. */
export function readConfiguration(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (error instanceof SetupError) return fail(error.message)
    throw error
  }
}

/** Reports to the supervisor or the terminal that the process is ready. */
export function reportReady(message: string): void {
  if (supervised) process.send?.({ ready: message } satisfies Message)
  else console.log(`  ${message}`)
}

/** Gives the metrics to the supervisor when it asks; without one, serves them at METRICS_PORT. */
export async function offerMetrics(): Promise<void> {
  const { metrics } = env()
  if (!metrics) return
  const { PARAPH_PART: part = 'main', PARAPH_BUNDLE: bundle } = process.env
  nameMetrics(part, bundle ? basename(bundle) : 'source')
  const read = () => registry.getMetricsAsJSON()
  if (!supervised) {
    await serveMetrics(metrics, async () => [await read()]).catch((error) => exitWith(error.message))
    return
  }
  process.on('message', async (instruction: Instruction) => {
    if (instruction === 'metrics') process.send?.({ metrics: await read() } satisfies Message)
  })
}

/** Ends the process with a message that the supervisor or the terminal shows. */
export async function exitWith(message: string): Promise<never> {
  if (!supervised) return fail(message)
  await new Promise((resolve) => process.send?.({ fatal: message } satisfies Message, resolve))
  process.exit(1)
}

/**
 * On a signal, the end of the supervisor, or when the process was replaced: calls `drain` once with the time it has, then
 * ends the process.
 */
export function onShutdown(drain: (milliseconds: number, isReplaced: boolean) => Promise<void>): void {
  let stopping = false
  const stop = async (milliseconds: number, isReplaced = false) => {
    // Also for one that was replaced, and has more time.
    setTimeout(() => process.exit(1), milliseconds + 5000).unref()
    if (stopping) return
    stopping = true
    try {
      await drain(milliseconds, isReplaced)
      await Promise.race([
        Promise.all([closeSender(), closeDatabase(), closePresenceSession(), getTracer()?.flush()]),
        new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MILLISECONDS)),
      ])
    } catch (error) {
      log().error({ err: error }, 'the process did not shut down cleanly')
    }
    process.exit(0)
  }
  const signals = supervised ? ['SIGTERM'] : ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => stop(DRAIN_MILLISECONDS))
  process.on('message', (instruction: Instruction) => {
    if (instruction === 'replaced') void stop(REPLACED_DRAIN_MILLISECONDS, true)
  })
  process.on('disconnect', () => stop(ORPHAN_DRAIN_MILLISECONDS))
}
