import { type Job, PgBoss, type QueueResult, type WorkOptions } from 'pg-boss'
import { appUrl } from '#db/client'
import { asUnavailable, logFailure } from '#db/unavailable'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { bossOptions, IN_ORDER, promises, topOf } from './boss.ts'
import { type ActiveJob, type Claims, openClaims } from './claims.ts'
import type { JobDefinition, Jobs } from './define.ts'

const POLL_SECONDS = 2
const WATCH_MILLISECONDS = 1000
/** A job whose worker dies again and again waits longer each time; the first few times it runs again at once. */
const DEATHS_FORGIVEN = 3

export interface Worker {
  /** Takes no more jobs, lets the running ones end, and hands back those that do not end in time. */
  stop(patienceMilliseconds?: number): Promise<void>
}

/** Works the queues of `jobs` in this process until it is stopped, through restarts of PostgreSQL. */
export async function startWorker(jobs: Jobs): Promise<Worker> {
  const ownerUrl = env().databaseUrl
  const boss = new PgBoss({
    ...bossOptions(ownerUrl),
    application_name: 'paraph-worker',
    max: 6,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: 5000,
    maintenanceIntervalSeconds: 600,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => logFailure(asUnavailable(error), 'the job queue has trouble'))
  await boss.start()
  const claims = openClaims(appUrl(ownerUrl ?? ''))
  await prepareQueues(boss, jobs)
  const serving = Object.entries(jobs).flatMap(([queue, definition]) => {
    const { concurrency = 1, concurrencyOfGroup, concurrencyOfAwaited } = definition
    const options: WorkOptions = {
      localConcurrency: concurrency,
      ...(concurrencyOfGroup && { localGroupConcurrency: concurrencyOfGroup }),
    }
    const awaited = concurrencyOfAwaited && {
      localConcurrency: concurrencyOfAwaited,
      minPriority: topOf(1) + 1,
    }
    return [options, ...(awaited ? [awaited] : [])].map((each) =>
      serve(boss, queue, definition, claims, each),
    )
  })
  await Promise.all(serving)
  for (const [queue, { atStart }] of Object.entries(jobs)) if (atStart) await boss.send(queue, {})
  const watch = watchOver(boss, claims, jobs)
  return {
    async stop(patienceMilliseconds = 25_000) {
      await watch.stop()
      await boss.stop({ graceful: true, close: true, timeout: patienceMilliseconds })
      await claims.close()
    },
  }
}

/** Asks once for what is there: a start seldom has anything to change. What an older version had scheduled ends. */
async function prepareQueues(boss: PgBoss, jobs: Jobs): Promise<void> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
  for (const [name, definition] of Object.entries(jobs)) {
    const { inOrder, schedule, timeoutSeconds = 900, retryDelayMaxSeconds } = definition
    const options = {
      ...promises,
      expireInSeconds: timeoutSeconds,
      ...(retryDelayMaxSeconds && { retryDelayMax: retryDelayMaxSeconds }),
    }
    const known = queues.find((queue) => queue.name === name)
    const policy = inOrder ? IN_ORDER : schedule ? 'exclusive' : 'standard'
    if (!known) await boss.createQueue(name, { ...options, policy })
    else if (differs(known, options)) await boss.updateQueue(name, options)
    const set = schedules.some((one) => one.name === name && one.cron === schedule)
    if (schedule && !set) await boss.schedule(name, schedule, {})
  }
  for (const { name } of schedules) if (!jobs[name]?.schedule) await boss.unschedule(name)
}

function differs(queue: QueueResult, options: Partial<QueueResult>): boolean {
  return Object.entries(options).some(([name, value]) => queue[name as keyof QueueResult] !== value)
}

async function serve(
  boss: PgBoss,
  queue: string,
  definition: JobDefinition,
  claims: Claims,
  concurrency: WorkOptions,
): Promise<void> {
  const pause = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS }
  await boss.work<object>(queue, { ...pause, ...concurrency }, async ([job]) => {
    try {
      if (job) await run(job, definition, claims)
    } finally {
      // There may be more: pg-boss would look again only after its pause.
      for (const { id, name, count } of boss.getWipData())
        if (name === queue && count > 0) boss.notifyWorker(id)
    }
  })
}

async function run(job: Job<object>, definition: JobDefinition, claims: Claims): Promise<void> {
  try {
    if (!(await claims.hold(job))) return
    await definition.handle(job.data, { id: job.id, attempt: job.retryCount, signal: job.signal })
  } catch (error) {
    logFailure(error, 'a job failed', { queue: job.name, job: job.id, attempt: job.retryCount })
    throw error
  } finally {
    await claims.release(job).catch(() => {})
  }
}

/** Every second: the jobs of workers that died are put back. */
function watchOver(boss: PgBoss, claims: Claims, jobs: Jobs): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout
  let round = Promise.resolve()
  const look = async () => {
    try {
      for (const job of await claims.findLost(Object.keys(jobs))) await putBack(boss, job, jobs[job.name]!)
    } catch (error) {
      logFailure(asUnavailable(error), 'the watch over the jobs has trouble')
    }
    if (!stopped) timer = setTimeout(again, WATCH_MILLISECONDS)
  }
  const again = () => {
    round = look()
  }
  again()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

async function putBack(boss: PgBoss, job: ActiveJob, { onInterrupted }: JobDefinition): Promise<void> {
  log().warn({ queue: job.name, job: job.id, attempt: job.retryCount }, 'a job lost its worker')
  await boss.fail(job.name, job, { message: 'its worker ended' })
  if (job.retryCount < DEATHS_FORGIVEN) {
    await boss.update(job.name, undefined, { id: job.id, startAfter: new Date() })
  } else if (onInterrupted) {
    await onInterrupted(await dataOf(boss, job))
  }
}

async function dataOf(boss: PgBoss, { name, id }: ActiveJob): Promise<unknown> {
  const [job] = await boss.findJobs(name, { id })
  return job?.data
}
