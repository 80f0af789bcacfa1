import { and, eq, like, lt, sql } from 'drizzle-orm'
import { database } from '#db/connection/client'
import { logFailure } from '#db/connection/unavailable'
import { heartbeats } from '#db/schema/jobs'
import { getClockOffset } from '#lib/core/clock'
import { randomToken } from '#lib/core/ids'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { oldestWaitingAt } from './boss-internals.ts'

/** The row of the job that runs every minute: when a worker last finished a job. */
const LAST_JOB = 'worker'
/** The rows of the worker processes; the rest of the name is random. */
const PROCESS_PREFIX = 'process '
/** Up to two runs of the heartbeat job may be missing. */
const LAST_JOB_LOST_SECONDS = 150
const REPORT_MILLISECONDS = 15_000
/** Up to two reports of a process may be missing. */
const PROCESS_LOST_SECONDS = 50

const WATCH_MILLISECONDS = 60_000

const databaseNow = sql`now()`

/** The workers of the installation. */
export interface WorkersState {
  /** Worker processes that run now. */
  count: number
  /** When a worker last finished a job; null when none ever did. */
  lastJobAt: Date | null
  /** Since when the job that waits longest could run; null when none waits. */
  oldestWaitingAt: Date | null
  /** The largest offset of a worker's clock from the database's; positive when it is ahead. */
  clockOffsetMilliseconds: number
  /** Whether a worker runs and has finished a job recently. */
  alive: boolean
}

/** Handles the heartbeat job: stores that a worker has run a job now. */
export async function recordHeartbeat(): Promise<void> {
  await database()
    .insert(heartbeats)
    .values({ name: LAST_JOB, at: databaseNow })
    .onConflictDoUpdate({ target: heartbeats.name, set: { at: databaseNow } })
}

/**
 * Stores every 15 seconds that this worker process runs, and the offset of its clock.
 * @returns a function that removes the process at its end
 */
export async function reportProcess(): Promise<() => Promise<void>> {
  const name = PROCESS_PREFIX + randomToken(9)
  const report = async () => {
    const clockOffsetMs = getClockOffset()
    await database()
      .insert(heartbeats)
      .values({ name, at: databaseNow, clockOffsetMs })
      .onConflictDoUpdate({ target: heartbeats.name, set: { at: databaseNow, clockOffsetMs } })
  }
  await report()
  await forgetLostProcesses()
  const timer = setInterval(
    () => void report().catch((error) => logFailure(error, 'the worker could not report that it runs')),
    REPORT_MILLISECONDS,
  )
  return async () => {
    clearInterval(timer)
    await database().delete(heartbeats).where(eq(heartbeats.name, name))
  }
}

/** Reads the state of the workers and the queue. */
export async function readWorkersState(): Promise<WorkersState> {
  const [row] = await database().execute<{
    count: number
    last_job_at: string | null
    oldest_waiting_at: string | null
    clock_offset: number | null
    alive: boolean
  }>(sql`
    with live as (
      select clock_offset_ms from ${heartbeats} where ${isProcess}
        and at > now() - make_interval(secs => ${PROCESS_LOST_SECONDS})),
    last_job as (select at from ${heartbeats} where name = ${LAST_JOB})
    select (select count(*)::int from live) as count, (select at from last_job) as last_job_at,
      ${oldestWaitingAt} as oldest_waiting_at,
      (select clock_offset_ms from live order by abs(clock_offset_ms) desc nulls last limit 1) as clock_offset,
      exists (select from live) and exists (
        select from last_job where at > now() - make_interval(secs => ${LAST_JOB_LOST_SECONDS})) as alive`)
  const { count, last_job_at, oldest_waiting_at, clock_offset, alive } = row!
  return {
    count,
    lastJobAt: last_job_at === null ? null : new Date(last_job_at),
    oldestWaitingAt: oldest_waiting_at === null ? null : new Date(oldest_waiting_at),
    clockOffsetMilliseconds: clock_offset ?? 0,
    alive,
  }
}

/** Reports while no worker finishes jobs: each web process looks every minute. */
export function watchWorkers(): void {
  setInterval(() => void reportAbsentWorkers(), WATCH_MILLISECONDS).unref()
}

/** Reports whether workers finish jobs. */
export async function reportAbsentWorkers(): Promise<void> {
  try {
    const { alive, count, oldestWaitingAt } = await readWorkersState()
    if (alive) endFault('workers_absent')
    else reportFault('workers_absent', { workers: count, waiting_since: oldestWaitingAt })
  } catch (error) {
    logFailure(error, 'the workers could not be looked for')
  }
}

const isProcess = like(heartbeats.name, `${PROCESS_PREFIX}%`)

/** Removes the rows of processes that were killed. */
async function forgetLostProcesses(): Promise<void> {
  const hourAgo = sql`now() - interval '1 hour'`
  await database()
    .delete(heartbeats)
    .where(and(isProcess, lt(heartbeats.at, hourAgo)))
}
