import {
  type JobWithMetadata,
  PgBoss,
  type QueueResult,
  type ScheduleOptions,
  type WorkOptions,
} from 'pg-boss'
import { appUrl, connect } from '#db/connection/client'
import { sharesSessions } from '#db/connection/pooler'
import { asUnavailable, logFailure } from '#db/connection/unavailable'
import { isNewerDatabase, readLastMigration } from '#db/migrate'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { entryFile } from '#lib/core/runtime/entry-file'
import { getReportedFault, reportFault } from '#lib/core/runtime/faults'
import { counter, histogram } from '#lib/core/runtime/metrics'
import { addTraceparent, inSpan, type SpanOptions, splitTraceparent } from '#lib/core/runtime/tracing'
import { ProcessEnded, runAlone } from './alone.ts'
import { bossOptions, highestPriority, queueDefaults, STRICT_FIFO } from './boss.ts'
import { fetchAfterwards, hasLostWorker, SCHEDULE_QUEUE, setRetryDelay } from './boss-internals.ts'
import type { JobDefinition, Jobs } from './define.ts'
import { DueJobs } from './due-jobs.ts'
import { reportProcess } from './heartbeat.ts'
import { beginRun, countDeath, endRun, watchRuns } from './runs.ts'
import { watchSetBackClock } from './set-back-clock.ts'

/** How often each worker of a queue reads it by itself, besides `DueJobs`. */
const POLL_SECONDS = 60
/** How often pg-boss checks the heartbeats of active jobs. */
const SUPERVISE_SECONDS = 3
const HEARTBEAT_REFRESH_SECONDS = 3
/**
 * How often pg-boss measures the clock of the database: until then it takes the time to be what it was before that was
 * changed, and after one that was ahead it would run schedules of the future, again each half minute.
 */
const CLOCK_SECONDS = 10
/** How often a worker looks whether its schedules are there: one of an older version that starts changes them. */
const SCHEDULES_MILLISECONDS = 300_000
/** `onInterrupted` is called from this attempt (0 is the first) on, if the worker of the previous one ended. */
const INTERRUPTED_FROM_ATTEMPT = 3
/** A job during which this many processes ended runs in a process of its own. */
const ALONE_FROM_DEATHS = 2
/** The retry of a job during which that process ended, too. */
const PARKED_SECONDS = 3600
/** What was due while no worker ran, as on a machine that is off at night, runs once when one does. */
const scheduleOptions: ScheduleOptions = { missed: 'once' }
/** pg-boss looks back for a minute, and counts the minutes that it has filed as it does jobs. */
const scheduleQueueOptions = { deleteAfterSeconds: 600 }

const runs = counter({
  name: 'job_runs_total',
  help: 'Runs of jobs that have ended, by queue; a failed one is retried.',
  labels: ['queue', 'result', 'attempt'],
})
const runDurations = histogram({
  name: 'job_run_duration_seconds',
  help: 'How long runs of jobs take, by queue.',
  labels: ['queue'],
})

export interface Worker {
  /** Fetches no more jobs, waits for the running ones, and returns those that do not end in time to the queue. */
  stop(timeoutMilliseconds?: number): Promise<void>
}

/**
 * Runs the jobs of all queues in this process until it is stopped; survives restarts of PostgreSQL.
 * @param jobEntry the program that runs one job alone
 */
export async function startWorker(jobs: Jobs, jobEntry = entryFile('server/job.ts')): Promise<Worker> {
  const options = bossOptions(env().databaseUrl)
  const canListen = !(await sharesSessions(appUrl(env().databaseUrl ?? '')))
  const boss = new PgBoss({
    ...options,
    application_name: 'paraph-worker',
    // Each idle connection costs 6 MB; fetching and completing jobs of all queues needs no more.
    max: 3,
    notifyHeartbeatIntervalMs: 5000,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 600,
    clockMonitorIntervalSeconds: CLOCK_SECONDS,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => logFailure(asUnavailable(error), 'the job queue reported an error'))
  await boss.start()
  await prepareQueues(boss, jobs)
  // Later the folder may have the migrations of a newer version.
  const lastMigration = readLastMigration()
  const preparing = setInterval(
    () =>
      prepareUnlessReplaced(boss, jobs, lastMigration).catch((error) =>
        logFailure(asUnavailable(error), 'schedules were not read'),
      ),
    SCHEDULES_MILLISECONDS,
  )
  const stopWatching = await watchRuns()
  const stopWatchingClock = await watchSetBackClock()
  const dueJobs = new DueJobs(boss)
  const serving = Object.entries(jobs).flatMap(([queue, definition]) => {
    const { concurrency = 1, concurrencyOfGroup, concurrencyOfAwaited } = definition
    const options: WorkOptions = {
      localConcurrency: concurrency,
      ...(concurrencyOfGroup && { localGroupConcurrency: concurrencyOfGroup }),
    }
    const awaitedOptions = concurrencyOfAwaited && {
      localConcurrency: concurrencyOfAwaited,
      minPriority: highestPriority(1) + 1,
    }
    return [options, ...(awaitedOptions ? [awaitedOptions] : [])].map((workerOptions) =>
      serve(boss, dueJobs, queue, definition, jobEntry, workerOptions),
    )
  })
  await Promise.all(serving)
  if (canListen) await dueJobs.listen()
  for (const [queue, { atStart }] of Object.entries(jobs)) if (atStart) await boss.send(queue, {})
  const stopReporting = await reportProcess()
  return {
    async stop(timeoutMilliseconds = 25_000) {
      stopWatchingClock()
      clearInterval(preparing)
      await dueJobs.stop()
      await boss.stop({ graceful: true, close: true, timeout: timeoutMilliseconds })
      await stopWatching()
      await stopReporting()
    },
  }
}

/** Leaves queues and schedules alone once a newer version has migrated the database. */
async function prepareUnlessReplaced(boss: PgBoss, jobs: Jobs, lastMigration: number): Promise<void> {
  const client = connect(env().databaseUrl ?? '', { max: 1 })
  try {
    if (!(await isNewerDatabase(client, lastMigration))) await prepareQueues(boss, jobs)
  } finally {
    await client.end({ timeout: 5 })
  }
}

/**
 * Creates missing queues and schedules, changes those that are not as these jobs need them, and removes the schedules that
 * no job has any more.
 */
async function prepareQueues(boss: PgBoss, jobs: Jobs): Promise<void> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
  for (const [name, definition] of Object.entries(jobs)) {
    const { inOrder, schedule, timeoutSeconds = 900, retryDelayMaxSeconds } = definition
    const options = {
      ...queueDefaults,
      expireInSeconds: timeoutSeconds,
      ...(retryDelayMaxSeconds && { retryDelayMax: retryDelayMaxSeconds }),
    }
    const existing = queues.find((queue) => queue.name === name)
    const policy = inOrder ? STRICT_FIFO : schedule ? 'exclusive' : 'standard'
    if (!existing) await boss.createQueue(name, { ...options, policy })
    else if (differs(existing, options)) await boss.updateQueue(name, options)
    const isScheduled = schedules.some(
      (entry) =>
        entry.name === name && entry.cron === schedule && entry.options?.missed === scheduleOptions.missed,
    )
    if (schedule && !isScheduled) await boss.schedule(name, schedule, {}, scheduleOptions)
  }
  for (const { name } of schedules) if (!jobs[name]?.schedule) await boss.unschedule(name)
  const filed = queues.find(({ name }) => name === SCHEDULE_QUEUE)
  if (filed && differs(filed, scheduleQueueOptions))
    await boss.updateQueue(SCHEDULE_QUEUE, scheduleQueueOptions)
}

/** Whether the stored queue has other settings than `options`. */
function differs(queue: QueueResult, options: Partial<QueueResult>): boolean {
  return Object.entries(options).some(([name, value]) => queue[name as keyof QueueResult] !== value)
}

async function serve(
  boss: PgBoss,
  dueJobs: DueJobs,
  queue: string,
  definition: JobDefinition,
  jobEntry: string,
  concurrency: WorkOptions,
): Promise<void> {
  const options = {
    pollingIntervalSeconds: POLL_SECONDS,
    heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    ...concurrency,
    includeMetadata: true as const,
  }
  await boss.work<object, void, typeof options>(queue, options, async ([job]) => {
    try {
      if (job) await inSpan(queue, describeRun(job), () => run(job, definition, jobEntry))
    } finally {
      if (dueJobs.areWaiting(queue)) fetchAfterwards(boss, queue)
    }
  })
}

/** The span of a run, which belongs to that of the request or job that enqueued it. */
function describeRun({ id, name, retryCount, data }: JobWithMetadata<object>): SpanOptions {
  return {
    kind: 'consumer',
    parent: splitTraceparent(data).parent,
    attributes: {
      'messaging.system': 'pgboss',
      'messaging.operation.type': 'process',
      'messaging.destination.name': name,
      'messaging.message.id': id,
      'paraph.attempt': retryCount,
      'paraph.tenant': 'tenantId' in data ? Number(data.tenantId) : undefined,
    },
  }
}

async function run(job: JobWithMetadata<object>, definition: JobDefinition, jobEntry: string): Promise<void> {
  const { id, name: queue, retryCount: attempt, signal } = job
  const { data } = splitTraceparent(job.data)
  const stopTimer = runDurations.startTimer({ queue })
  let succeeded = false
  try {
    const { deaths, hasEnded } = await beginRun(job, definition)
    if (hasEnded) reportFault('job_ended_process', { subject: id, queue, deaths })
    if (attempt >= INTERRUPTED_FROM_ATTEMPT && hasLostWorker(job)) await definition.onInterrupted?.(data)
    if (deaths < ALONE_FROM_DEATHS) await definition.handle(data, { id, attempt, signal })
    else await runAlone(jobEntry, { queue, data: addTraceparent(data), id, attempt }, signal)
    succeeded = true
  } catch (error) {
    logFailure(error, 'a job failed', { queue, job: id, attempt })
    if (error instanceof ProcessEnded && !signal.aborted) await park(job, definition)
    else if (job.retryDelay === PARKED_SECONDS) await retryAsUsual(job, definition)
    // Jobs of all tenants share one table, in which pg-boss stores the error: it names no address or parameter.
    throw new Error(`The job failed (${nameFailure(error)}); the log has the reason.`)
  } finally {
    stopTimer()
    runs.inc({
      queue,
      result: succeeded ? 'succeeded' : 'failed',
      attempt: attempt === 0 ? 'first' : 'retry',
    })
    await endRun(job, definition, { succeeded }).catch((error) =>
      logFailure(error, 'the end of a job was not stored'),
    )
  }
}

/** The class of an error, the code of an AppError, and the fault as which it was reported: fixed words only. */
function nameFailure(error: unknown): string {
  const className = error instanceof Error ? error.name : typeof error
  const code = error instanceof AppError ? error.code : null
  return [className, code, getReportedFault(error)].filter(Boolean).join(', ')
}

/** Retries a job that ends every process only after an hour, always alone. */
async function park(job: JobWithMetadata<object>, definition: JobDefinition): Promise<void> {
  const { id, name: queue } = job
  reportFault('job_parked', { subject: id, queue })
  await countDeath(job, definition)
  await definition
    .onParked?.(job.data)
    .catch((error: unknown) => logFailure(error, 'that a job is parked was not stored'))
  await setRetryDelay(job, { first: PARKED_SECONDS, longest: PARKED_SECONDS })
}

/** A job that was parked has failed without ending its process. */
function retryAsUsual(job: JobWithMetadata<object>, { retryDelayMaxSeconds }: JobDefinition): Promise<void> {
  const { retryDelay, retryDelayMax } = queueDefaults
  return setRetryDelay(job, { first: retryDelay, longest: retryDelayMaxSeconds ?? retryDelayMax })
}
