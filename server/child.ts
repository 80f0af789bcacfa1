import { setFlagsFromString } from 'node:v8'
import { closeDatabase } from '#db/client'
import { embeddedUrl } from '#db/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { closePresence } from '#db/presence'
import { whyNot } from '#db/requirements'
import { env, parseEnv, SetupError } from '#lib/core/env'
import { log } from '#lib/core/log'
import { closeSender } from '#lib/jobs/boss'
import { fail } from './steps.mjs'

/** What a child process tells the supervisor. */
export type Message = { ready: string } | { fatal: string }

/** How long the end may take: of a process on its own, and of one whose supervisor died and takes the database along. */
const DRAIN_MILLISECONDS = 25_000
const ORPHAN_DRAIN_MILLISECONDS = 1000
const CLOSE_TIMEOUT_MILLISECONDS = 2000

/** An IPC channel alone does not tell: `npm run web` starts another Node over one too. */
const supervised = process.argv[2] === 'supervised'

/** Resolves when the supervisor has prepared the database; until then a child may load what it needs. */
const databasePrepared = new Promise<void>((resolve) => {
  if (!supervised) return resolve()
  const end = () => process.exit(0)
  process.once('disconnect', end)
  process.once('message', () => {
    process.off('disconnect', end)
    resolve()
  })
})

/** Waits until the database is as this version needs it, and loads the installation's key from it. */
export async function databaseReady(): Promise<void> {
  await databasePrepared
  if (supervised) await loadInstallationKey().catch(exitOnSetupError)
}

function exitOnSetupError(error: Error): never {
  if (error instanceof SetupError) exitWith(error.message)
  throw error
}

/** Tells the supervisor, or the terminal, that the process works. */
export function ready(message: string): void {
  if (supervised) process.send?.({ ready: message } satisfies Message)
  else console.log(`  ${message}`)
}

/** Ends the process with a sentence: it cannot work as it is configured. */
export function exitWith(sentence: string): never {
  if (!supervised) fail(sentence)
  process.send?.({ fatal: sentence } satisfies Message, () => process.exit(1))
  throw new Error(sentence)
}

/**
 * Lets files in memory count as a part of the heap, as much as it may grow before it is searched for garbage: by itself
 * Node searches the whole of it for every second large file. What is older does not know of it.
 */
if (Number(process.versions.node.split('.')[0]) >= 24) {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}

/** Checks the configuration. An unsupervised process uses the database of `npm start` when no other is named. */
export async function configure(): Promise<void> {
  try {
    const { databaseUrl, dataDir } = parseEnv(process.env)
    if (!databaseUrl) process.env.DATABASE_URL = embeddedUrl(dataDir)
    env()
  } catch (error) {
    exitOnSetupError(error as Error)
  }
  if (supervised) return
  const { migrateDatabase } = await import('#db/migrate')
  const { installJobs } = await import('#lib/jobs/install')
  await migrateDatabase(env().databaseUrl ?? '', installJobs).catch((error) => exitWith(whyNot(error)))
}

/** Calls `drain` once, when the process is told to stop or its supervisor is gone; then the process ends. */
export function stopWith(drain: (milliseconds: number) => Promise<void>): void {
  let stopping = false
  const stop = async (milliseconds: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), milliseconds + 5000).unref()
    try {
      await drain(milliseconds)
      await Promise.race([
        Promise.all([closeSender(), closeDatabase(), closePresence()]),
        new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MILLISECONDS)),
      ])
    } catch (error) {
      log().error({ err: error }, 'the process did not end cleanly')
    }
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(DRAIN_MILLISECONDS))
  process.on('disconnect', () => stop(ORPHAN_DRAIN_MILLISECONDS))
}
