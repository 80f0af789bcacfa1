import { createHash } from 'node:crypto'
import { and, type Column, type SQL, sql } from 'drizzle-orm'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Sql, TransactionSql } from 'postgres'
import { database } from '#db/connection/client'
import { STRICT_FIFO } from './boss.ts'

/*
 * Everything that relies on the tables and texts of pg-boss, which it does not promise to keep. After an update:
 * compare its changes with this file, then set the version.
 */

export const PG_BOSS_VERSION = '12.35.0'

/** The queue in which pg-boss files each time of a schedule, under its minute: a minute that is taken is not filed again. */
export const SCHEDULE_QUEUE = '__pgboss__send-it'

/** The output of a job that pg-boss failed because its heartbeats had stopped. */
const HEARTBEAT_TIMEOUT = 'job heartbeat timeout'

/** As the owner of the tables. */
export async function createIndexes(client: Sql): Promise<void> {
  // The supervision of workers reads the active jobs every second.
  await client`create index if not exists paraph_active_jobs on pgboss.job_common (name) where state = 'active'`
  // Every enqueue reads the lowest priority among the waiting jobs of its group.
  await client`create index if not exists paraph_turns on pgboss.job_common (name, group_id, priority) where state < 'active'`
}

/** SQL: the lowest priority of a group's waiting jobs, of those above `above` and not above `highest`. */
export const lowestPriority = (
  queue: string,
  group: string | null,
  [above, highest]: [number, number],
) => sql`(
  select min(priority) from pgboss.job
  where name = ${queue} and group_id = ${group} and state < 'active' and start_after <= now()
    and priority > ${above} and priority <= ${highest})`

/** SQL: as a literal, because PostgreSQL uses the indexes of the jobs with this policy only where the text has it. */
const strictFifo = sql.raw(`'${STRICT_FIFO}'`)

/**
 * SQL: whether a job with this key waits in a queue with keys; if it must be `due`, it is not one of later, but for one
 * that is to be repeated, as it comes first.
 */
export const isWaiting = (queue: string, singletonKey: string, { due }: { due: boolean }) => sql`exists (
  select from pgboss.job_common where name = ${queue} and singleton_key = ${singletonKey}
    and policy = ${strictFifo} and state < 'active' and not blocked
    ${due ? sql`and (start_after <= now() or state = 'retry')` : sql``})`

/** SQL: whether another job with its key comes first. The column `blocked` is about dependencies, which no job has. */
const isBlocked = sql`(policy = ${strictFifo} and exists (
  select from pgboss.job_common first
  where first.name = job_common.name and first.singleton_key = job_common.singleton_key and first.policy = ${strictFifo}
    and first.state in ('active', 'retry', 'failed') and first.id <> job_common.id))`

/** Since when the job that waits longest could run. */
export const oldestWaitingAt = sql`(
  select min(start_after) from pgboss.job_common
  where state < 'active' and start_after <= now() and not ${isBlocked})`

/** `retry_count` is counted up at the beginning of the next attempt. */
const attempts = sql`retry_count + (state in ('retry', 'failed'))::int`

/**
 * The jobs of each queue by state: `retry` could run again after a failure, `backoff` waits for the time of that,
 * `delayed` for its first, `blocked` for another job with its key. `failingSeconds` is the age of the oldest job whose
 * last attempt failed; 0 without one.
 */
export async function countJobs(): Promise<
  { queue: string; state: string; count: number; oldestSeconds: number; failingSeconds: number }[]
> {
  return await database().execute(sql`
    select name as queue, count(*)::int as count,
      case when state = 'active' then 'active' when ${isBlocked} then 'blocked'
        when start_after > now() then case when state = 'retry' then 'backoff' else 'delayed' end
        when state = 'retry' then 'retry' else 'waiting' end as state,
      coalesce(extract(epoch from max(now() - start_after) filter (where start_after <= now())), 0)::float8
        as "oldestSeconds",
      coalesce(extract(epoch from max(now() - created_on) filter (where ${attempts} > 0)), 0)::float8
        as "failingSeconds"
    from pgboss.job_common where state <= 'active' group by 1, 3`)
}

/** A job that waits or runs. */
export interface OpenJob {
  id: string
  queue: string
  state: 'waiting' | 'running' | 'delayed' | 'blocked' | 'failed'
  tenantId: number | null
  processId: number | null
  mailId: number | null
  /** The request about personal data that it runs. */
  requestId: number | null
  /** The bulk send whose rows it sends. */
  bulkSendId: number | null
  /** How often it was run and failed, or lost its process. */
  attempts: number
  /** Why the last attempt failed; null without one. */
  reason: string | null
  createdAt: Date
  /** When it may run, or might have since. */
  startAfter: Date
}

const openJob = sql`
  select id, name as queue, ${attempts} as attempts, created_on as "createdAt", start_after as "startAfter",
    (data ->> 'tenantId')::float8 as "tenantId", (data ->> 'processId')::float8 as "processId",
    (data ->> 'mailId')::float8 as "mailId", (data ->> 'requestId')::float8 as "requestId",
    (data ->> 'bulkSendId')::float8 as "bulkSendId",
    coalesce(output -> 'value' ->> 'message', output ->> 'message') as reason,
    case when state = 'active' then 'running' when state = 'failed' then 'failed' when ${isBlocked} then 'blocked'
      when start_after > now() then 'delayed' else 'waiting' end as state
  from pgboss.job_common`

/** SQL: whether a job for this request waits, runs or has failed. @param requestId a column of the statement */
export const hasJobOfRequest = (queue: string, tenantId: number, requestId: Column) => sql`exists (
  select from pgboss.job_common where name = ${queue} and (state <= 'active' or state = 'failed')
    and data ->> 'tenantId' = ${String(tenantId)} and data ->> 'requestId' = ${requestId}::text)`

/** The database, or a transaction of which the statement is a part. */
type Executor = Pick<ReturnType<typeof database>, 'execute'>

/** The jobs whose last attempt failed, those of the longest standing first; at most `limit`. */
export async function listFailedJobs(limit: number): Promise<OpenJob[]> {
  const rows = await database().execute<OpenJob & Record<string, unknown>>(sql`
    ${openJob} where state = 'failed' or (state <= 'active' and ${attempts} > 0)
    order by created_on, id limit ${limit}`)
  return rows.map(toOpenJob)
}

/** The jobs of a process that wait or run. */
export function listJobsOfProcess(
  tenantId: number,
  processId: number,
  executor: Executor = database(),
): Promise<OpenJob[]> {
  return listJobsOf({ tenantId, processId }, executor)
}

/** The jobs of a bulk send that wait or run. */
export function listJobsOfBulkSend(
  tenantId: number,
  bulkSendId: number,
  executor: Executor = database(),
): Promise<OpenJob[]> {
  return listJobsOf({ tenantId, bulkSendId }, executor)
}

async function listJobsOf(members: Record<string, number>, executor: Executor): Promise<OpenJob[]> {
  const conditions = Object.entries(members).map(([name, id]) => sql`data ->> ${name}::text = ${String(id)}`)
  const rows = await executor.execute<OpenJob & Record<string, unknown>>(sql`
    ${openJob} where state <= 'active' and ${and(...conditions)} order by created_on, id`)
  return rows.map(toOpenJob)
}

function toOpenJob(row: OpenJob): OpenJob {
  return { ...row, createdAt: new Date(row.createdAt), startAfter: new Date(row.startAfter) }
}

/** A job that waits, runs or has failed; null when there is none. */
export async function findJob(id: string, executor: Executor = database()): Promise<OpenJob | null> {
  const [row] = await executor.execute<OpenJob & Record<string, unknown>>(sql`
    ${openJob} where id = ${id}::uuid and (state <= 'active' or state = 'failed')`)
  return row ? toOpenJob(row) : null
}

/** Lets a job that waits or has failed run now. @returns whether there is one */
export async function runJobNow(id: string, executor: Executor = database()): Promise<boolean> {
  const rows = await executor.execute(sql`
    update pgboss.job_common set start_after = now(), completed_on = null,
      state = case when state = 'failed' then 'retry' else state end
    where id = ${id}::uuid and (state < 'active' or state = 'failed') returning id`)
  return rows.length > 0
}

/** Deletes a job that does not run. @returns whether there was one */
export async function deleteJob(id: string, executor: Executor = database()): Promise<boolean> {
  const rows = await executor.execute(sql`
    delete from pgboss.job_common where id = ${id}::uuid and state <> 'active' returning id`)
  return rows.length > 0
}

/** Deletes the jobs of a tenant, as a part of the transaction of the owner of the tables; one that runs ends as it can. */
export async function deleteJobsOfTenant(owner: TransactionSql, tenantId: number): Promise<void> {
  await owner`delete from pgboss.job_common where data ->> 'tenantId' = ${String(tenantId)}`
}

/** Sets the delays, in seconds, before the retries of a running job, from now on. */
export async function setRetryDelay(
  { id }: { id: string },
  { first, longest }: { first: number; longest: number },
): Promise<void> {
  await database().execute(sql`
    update pgboss.job_common set retry_delay = ${first}, retry_delay_max = ${longest}
    where id = ${id} and state = 'active'`)
}

/** Ages the heartbeats of running jobs, whose ids `ids` selects: pg-boss retries a job whose heartbeat is old. */
export async function loseHeartbeats(ids: SQL): Promise<void> {
  await database().execute(sql`
    update pgboss.job_common set heartbeat_on = now() - interval '1 hour'
    where id in (${ids}) and state = 'active' and heartbeat_on > now() - interval '30 minutes'`)
}

/** A later time than that of the database was stored before its clock was set back. */
const FUTURE = sql`now() + interval '5 seconds'`
const lastTime = sql`greatest(created_on, started_on, heartbeat_on)`
const withoutFuture = (column: string, shift = sql`${sql.identifier(column)} - now()`) => sql`
  ${sql.identifier(column)} = case when ${sql.identifier(column)} > now()
    then ${sql.identifier(column)} - (${shift}) else ${sql.identifier(column)} end`

/**
 * After the clock of the database was set back: jobs of the time that has not come yet would wait for it, and nothing
 * would be scheduled or supervised before. Their times are set back, too, and keep their order; the minutes of the
 * schedules that were filed and have not come yet are free again.
 * @returns how many jobs there were
 */
export async function setTimesBack(): Promise<number> {
  const shift = sql`shift.duration`
  const rows = await database().execute(sql`
    with shift as (
      select max(${lastTime}) - now() as duration from pgboss.job_common
      where state <= 'active' and ${lastTime} > ${FUTURE})
    update pgboss.job_common set start_after = start_after - ${shift}, ${withoutFuture('created_on', shift)},
      ${withoutFuture('started_on', shift)}, ${withoutFuture('heartbeat_on', shift)}
    from shift where state <= 'active' and ${lastTime} > ${FUTURE} returning id`)
  await database().execute(sql`
    delete from pgboss.job_common where name = ${SCHEDULE_QUEUE} and state > 'active'
      and singleton_on > (${FUTURE}) at time zone 'UTC'`)
  await database().execute(sql`
    update pgboss.queue set ${withoutFuture('monitor_claim_on')}, ${withoutFuture('monitor_on')},
      ${withoutFuture('maintain_on')}
    where greatest(monitor_claim_on, monitor_on, maintain_on) > ${FUTURE}`)
  await database().execute(sql`
    update pgboss.version set ${withoutFuture('cron_on')}, ${withoutFuture('bam_on')}, ${withoutFuture('flow_on')},
      ${withoutFuture('reindex_on')}, ${withoutFuture('monitor_backoff_on')}
    where greatest(cron_on, bam_on, flow_on, reindex_on) > ${FUTURE}`)
  return rows.length
}

/** Whether the previous attempt lost its worker. */
export function hasLostWorker({ output }: JobWithMetadata<object>): boolean {
  return (output as { value?: { message?: string } } | null)?.value?.message === HEARTBEAT_TIMEOUT
}

/** More due jobs of a queue are not counted: no queue has more workers in one process. */
const MAX_COUNTED = 20

/**
 * The queues with jobs whose time has come, and how many, up to 20. A job that waits for one with its key, or of its
 * group, counts too: the worker of that one is to fetch it afterwards.
 */
export async function countDueJobs(): Promise<{ queue: string; count: number }[]> {
  return await database().execute<{ queue: string; count: number }>(sql`
    select queue.name as queue, due.count from pgboss.queue cross join lateral (
      select count(*)::int from (
        select from pgboss.job_common job where job.name = queue.name and job.state < 'active'
          and not job.blocked and job.start_after <= now() limit ${MAX_COUNTED}) jobs) due
    where due.count > 0`)
}

/** The channel on which pg-boss notifies after a commit with new jobs, by the name of its schema. */
export const CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`

/** Calls `onJobs` when jobs were enqueued, and when notifications may have been missed. */
export function listenForJobs(boss: PgBoss, onJobs: () => void): Promise<{ close(): Promise<void> }> {
  return boss.getDb().listen!(CHANNEL, onJobs, onJobs)
}

/**
 * Makes up to `count` idle workers of a queue fetch now, and of its workers for urgent jobs; the others fetch when
 * their job has ended.
 * @returns whether one of so many jobs may have to wait for the end of another one
 */
export function wakeWorkers(boss: PgBoss, queue: string, count: number): { someWait: boolean } {
  const workers = boss.getWipData().filter(({ name }) => name === queue)
  const idle = workers.filter((worker) => worker.count === 0)
  fetchAfterwards(boss, queue)
  for (const alike of Map.groupBy(idle, ({ workId }) => workId).values())
    for (const { id } of alike.slice(0, count)) boss.notifyWorker(id)
  // Even where all are idle, a group may not run as many jobs at once; pg-boss then returns them without a
  // notification.
  return { someWait: count > 1 || idle.length < workers.length }
}

/** Makes the busy workers of a queue fetch when their job has ended, not after the polling interval. */
export function fetchAfterwards(boss: PgBoss, queue: string): void {
  for (const { id, name, count } of boss.getWipData()) if (name === queue && count > 0) boss.notifyWorker(id)
}
