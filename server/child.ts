import { closeDatabase } from '#db/client'
import { embeddedUrl } from '#db/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { closePresence } from '#db/presence'
import { explainStartError } from '#db/requirements'
import { type Env, env, parseEnv, SetupError } from '#lib/core/env'
import { log } from '#lib/core/log'
import { closeSender } from '#lib/jobs/boss'
import { fail } from './steps.mjs'

/** A message of a child process to the supervisor. */
export type Message = { ready: string } | { fatal: string }

/** The grace period at the end: of a single process, and after the supervisor died, which ends the database, too. */
const DRAIN_MILLISECONDS = 25_000
const ORPHAN_DRAIN_MILLISECONDS = 1000
const CLOSE_TIMEOUT_MILLISECONDS = 2000

/** An IPC channel alone does not tell: `npm run web` starts another Node over one too. */
const supervised = process.argv[2] === 'supervised'

/** The URL of the database, sent by the supervisor when it is ready; until then the child loads its modules. */
const databaseUrl = new Promise<string>((resolve) => {
  if (!supervised) return
  const end = () => process.exit(0)
  process.once('disconnect', end)
  process.once('message', (url: string) => {
    process.off('disconnect', end)
    resolve(url)
  })
})

/** Puts the database URL from the supervisor into the environment. */
export async function databaseUrlSet(): Promise<void> {
  process.env.DATABASE_URL = await databaseUrl
}

/**
 * Waits until the database is migrated, and loads the installation key. An unsupervised process migrates it itself; by
 * default it is that of `npm start`.
 */
export async function databaseReady(): Promise<void> {
  try {
    if (supervised) {
      await databaseUrlSet()
      return await loadInstallationKey()
    }
    process.env.DATABASE_URL ||= embeddedUrl(configuration().dataDir)
  } catch (error) {
    if (error instanceof SetupError) return exitWith(error.message)
    throw error
  }
  const { migrateDatabase } = await import('#db/migrate')
  const { installJobs } = await import('#lib/jobs/install')
  await migrateDatabase(env().databaseUrl ?? '', installJobs).catch((error) =>
    exitWith(explainStartError(error)),
  )
}

/** The configuration, perhaps without the database URL. Ends the process when it is invalid. */
export function configuration(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (error instanceof SetupError) return fail(error.message)
    throw error
  }
}

/** Reports to the supervisor or the terminal that the process is ready. */
export function ready(message: string): void {
  if (supervised) process.send?.({ ready: message } satisfies Message)
  else console.log(`  ${message}`)
}

/** Ends the process with a message: the configuration is invalid. */
export async function exitWith(sentence: string): Promise<never> {
  if (!supervised) return fail(sentence)
  await new Promise((sent) => process.send?.({ fatal: sentence } satisfies Message, sent))
  process.exit(1)
}

/** Calls `drain` once, when the process is asked to stop or its supervisor has ended; then the process ends. */
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
      log().error({ err: error }, 'the process did not shut down cleanly')
    }
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(DRAIN_MILLISECONDS))
  process.on('disconnect', () => stop(ORPHAN_DRAIN_MILLISECONDS))
}
