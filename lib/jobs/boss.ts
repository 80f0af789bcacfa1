import { type Clock, type ConstructorOptions, PgBoss, systemClock } from 'pg-boss'
import { appUrl } from '#db/connection/client'
import { asUnavailable, logFailure } from '#db/connection/unavailable'
import { DAY_SECONDS } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { parseDatabaseUrl } from '#lib/core/network/database-url'
import { runOutsideRequest } from '#lib/core/request'
import { singleton } from '#lib/core/runtime/singleton'

const YEAR_SECONDS = 365 * DAY_SECONDS

/** The defaults of every queue: a job is retried with growing delays until it succeeds, and never expires. */
export const queueDefaults = {
  // The largest integer of PostgreSQL: without a limit.
  retryLimit: 2_147_483_647,
  retryBackoff: true,
  // Seconds.
  retryDelay: 1,
  retryDelayMax: 300,
  retentionSeconds: 50 * YEAR_SECONDS,
  // The minimum of pg-boss: without a heartbeat for this time, the job goes to another worker.
  heartbeatSeconds: 10,
  // pg-boss counts the jobs of all states every few seconds.
  deleteAfterSeconds: 60,
  notify: true,
}

/** A queue whose jobs with the same `singletonKey` run one after the other, in the order they were enqueued. */
export const STRICT_FIFO = 'key_strict_fifo'

/** Jobs of a higher priority go first. */
export type Priority = 0 | 1 | 2
/** How many pg-boss priorities each `Priority` has: the waiting jobs of a group get one each, from the highest down. */
export const PRIORITY_STEP = 500_000_000

/** The pg-boss priority of a group's first waiting job. */
export function highestPriority(priority: Priority): number {
  return priority * PRIORITY_STEP
}

/**
 * Moves on evenly whatever is done to the clock of the machine. What pg-boss plans while that is hours ahead would wait
 * for hours once it is right again: no lost job would be run again, and none scheduled.
 */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** The server, the login and the settings of `url`, as pg-boss takes them. */
export function bossAddress(url: string): ConstructorOptions {
  const { settings, ...address } = parseDatabaseUrl(url)
  const { application_name, options = '', ...others } = settings
  // In the options of the server's command line: `pg` knows few settings, and takes `5s` for 5 milliseconds.
  const assignments = Object.entries(others).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(/[\s\\]/g, '\\$&')}`,
  )
  return { ...address, application_name, options: [options, ...assignments].join(' ') }
}

/** The pg-boss settings of a process that may not change the schema. */
export function bossOptions(ownerUrl: string | null): ConstructorOptions {
  if (!ownerUrl) throw new Error('DATABASE_URL is not set.')
  return { ...bossAddress(appUrl(ownerUrl)), migrate: false, createSchema: false, clock: steadyClock }
}

interface Sender {
  boss: Promise<PgBoss>
  policies: Map<string, Promise<string>>
}

const shared = singleton('sender', (): { sender?: Sender } => ({}))

/** The sender of this process and the policies of the queues. It runs no jobs and does no maintenance. */
export function sender(): Sender {
  shared.sender ??= { boss: runOutsideRequest(startSender), policies: new Map() }
  return shared.sender
}

/** Closes the sender's connections, at shutdown and at the end of a test file. */
export async function closeSender(): Promise<void> {
  const open = shared.sender
  delete shared.sender
  if (open) await (await open.boss).stop({ graceful: false, close: true })
}

async function startSender(): Promise<PgBoss> {
  const boss = new PgBoss({
    ...bossOptions(env().databaseUrl),
    application_name: 'paraph-sender',
    max: 2,
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => logFailure(asUnavailable(error), 'the job queue reported an error'))
  try {
    await boss.start()
    return boss
  } catch (error) {
    // `sender` starts another one at the next call.
    delete shared.sender
    throw error
  }
}
