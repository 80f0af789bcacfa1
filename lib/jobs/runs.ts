import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { JobWithMetadata } from 'pg-boss'
import { database } from '#db/connection/client'
import { isProcessAlive, processName } from '#db/connection/presence'
import { logFailure } from '#db/connection/unavailable'
import { jobRuns } from '#db/schema/jobs'
import { loseHeartbeats } from './boss-internals.ts'
import type { JobDefinition } from './define.ts'

const LOST_JOBS_MILLISECONDS = 2000
/** Between the two looks at a process that has no session: it opens a new one when the database comes back. */
const CONFIRM_SECONDS = 3
/** After its start, the database waits this long for sessions that processes open again. */
const REOPEN_SECONDS = 15
const FORGET_AFTER = sql`now() - interval '30 days'`

const databaseNow = sql`now()`
const hasEnded = sql<boolean>`deaths > coalesce(
  (select before.deaths from job_runs before where before.key = job_runs.key), 0)`
const isOwnerAlive = isProcessAlive(sql`${jobRuns.process}`)
const isOwnerDead = sql`(${jobRuns.process} is not null and not ${isOwnerAlive})`

/**
 * Stores that this process runs the job.
 * @returns how many processes have ended during it so far, and whether the previous one has
 */
export async function beginRun(
  job: JobWithMetadata<object>,
  definition: JobDefinition,
): Promise<{ deaths: number; hasEnded: boolean }> {
  const run = {
    key: getRunKey(job, definition),
    jobId: job.id,
    process: await processName(),
    at: databaseNow,
  }
  const [row] = await database()
    .insert(jobRuns)
    .values(run)
    .onConflictDoUpdate({
      target: jobRuns.key,
      set: { ...run, deaths: sql`${jobRuns.deaths} + case when ${isOwnerDead} then 1 else 0 end` },
    })
    .returning({ deaths: jobRuns.deaths, hasEnded })
  return row!
}

/**
 * Stores that this process runs the job no more. Deaths are only forgotten when the job has succeeded; one of them, if it
 * is a part of more work.
 */
export async function endRun(
  job: JobWithMetadata<object>,
  definition: JobDefinition,
  { succeeded }: { succeeded: boolean },
): Promise<void> {
  const own = and(eq(jobRuns.key, getRunKey(job, definition)), eq(jobRuns.jobId, job.id))
  if (succeeded)
    await database()
      .delete(jobRuns)
      .where(and(own, definition.partOf && lte(jobRuns.deaths, 1)))
  await database()
    .update(jobRuns)
    .set({ process: null, ...(succeeded && { deaths: sql`${jobRuns.deaths} - 1` }) })
    .where(own)
}

/** Adds a death of the process in which the job ran alone. */
export async function countDeath(job: JobWithMetadata<object>, definition: JobDefinition): Promise<void> {
  await database()
    .update(jobRuns)
    .set({ deaths: sql`${jobRuns.deaths} + 1` })
    .where(eq(jobRuns.key, getRunKey(job, definition)))
}

/**
 * Lets pg-boss take jobs of processes that have ended up within seconds, instead of waiting for their heartbeats.
 * @returns a function that stops it, and says that this process runs nothing any more
 */
export async function watchRuns(): Promise<() => Promise<void>> {
  const name = await processName()
  await database().delete(jobRuns).where(lt(jobRuns.at, FORGET_AFTER))
  let suspects: string[] = []
  const watch = async () => {
    await processName()
    const rows = await database().execute<{ process: string }>(sql`
      select distinct process from ${jobRuns} where ${isOwnerDead}
        and at < now() - make_interval(secs => ${CONFIRM_SECONDS})
        and now() > pg_postmaster_start_time() + make_interval(secs => ${REOPEN_SECONDS})`)
    const dead = rows.map((row) => row.process)
    const confirmed = dead.filter((process) => suspects.includes(process))
    suspects = dead
    if (confirmed.length > 0)
      await loseHeartbeats(sql`select job_id from ${jobRuns} where process in ${confirmed}
        and job_id not in (select job_id from ${jobRuns} where ${isOwnerAlive})`)
  }
  const look = () => watch().catch((error) => logFailure(error, 'interrupted jobs were not looked for'))
  await look()
  const timer = setInterval(() => void look(), LOST_JOBS_MILLISECONDS)
  return async () => {
    clearInterval(timer)
    await database().update(jobRuns).set({ process: null }).where(eq(jobRuns.process, name))
  }
}

function getRunKey(
  { id, name, singletonKey, data }: JobWithMetadata<object>,
  { partOf }: JobDefinition,
): string {
  return `${name} ${partOf?.(data) ?? singletonKey ?? id}`
}
