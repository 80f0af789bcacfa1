import { type Job, PgBoss } from 'pg-boss'
import { appUrl } from '#db/client'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { bossOptions, IN_ORDER, promises } from './boss.ts'
import { type Claims, openClaims } from './claims.ts'
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
  boss.on('error', (error) => log().warn({ err: error }, 'the job queue has trouble'))
  await boss.start()
  const claims = openClaims(appUrl(ownerUrl ?? ''))
  for (const [queue, definition] of Object.entries(jobs)) {
    await prepareQueue(boss, queue, definition)
    for (let n = 0; n < (definition.concurrency ?? 1); n++) await serve(boss, queue, definition, claims)
  }
  const watch = watchOver(boss, claims, Object.keys(jobs))
  return {
    async stop(patienceMilliseconds = 25_000) {
      await watch.stop()
      await boss.stop({ graceful: true, close: true, timeout: patienceMilliseconds })
      await claims.close()
    },
  }
}

async function prepareQueue(boss: PgBoss, queue: string, definition: JobDefinition): Promise<void> {
  const policy = definition.inOrder ? IN_ORDER : definition.schedule ? 'exclusive' : 'standard'
  const options = { ...promises, expireInSeconds: definition.timeoutSeconds ?? 900 }
  await boss.createQueue(queue, { ...options, policy })
  await boss.updateQueue(queue, options)
  if (definition.schedule) await boss.schedule(queue, definition.schedule, {})
}

async function serve(boss: PgBoss, queue: string, definition: JobDefinition, claims: Claims): Promise<void> {
  const pause = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS }
  const id: string = await boss.work<object>(queue, pause, async ([job]) => {
    try {
      if (job) await run(job, definition, claims)
    } finally {
      // There may be more: pg-boss would look again only after its pause.
      boss.notifyWorker(id)
    }
  })
}

async function run(job: Job<object>, definition: JobDefinition, claims: Claims): Promise<void> {
  if (!(await claims.hold(job))) return
  try {
    await definition.handle(job.data, { id: job.id, attempt: job.retryCount, signal: job.signal })
  } catch (error) {
    log().warn({ err: error, queue: job.name, job: job.id, attempt: job.retryCount }, 'a job failed')
    throw error
  } finally {
    await claims.release(job).catch(() => {})
  }
}

/** Every second: the jobs of workers that died are put back. */
function watchOver(boss: PgBoss, claims: Claims, queues: string[]): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout
  let round = Promise.resolve()
  const look = async () => {
    try {
      for (const job of await claims.findLost(queues)) await putBack(boss, job)
    } catch (error) {
      log().warn({ err: error }, 'the watch over the jobs has trouble')
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

async function putBack(boss: PgBoss, job: { name: string; id: string; retryCount: number }): Promise<void> {
  log().warn({ queue: job.name, job: job.id, attempt: job.retryCount }, 'a job lost its worker')
  await boss.fail(job.name, job, { message: 'its worker ended' })
  if (job.retryCount < DEATHS_FORGIVEN) {
    await boss.update(job.name, undefined, { id: job.id, startAfter: new Date() })
  }
}
