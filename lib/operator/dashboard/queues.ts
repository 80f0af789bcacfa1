import { nameTenantsForOperator } from '#db/tenancy/for-operator'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { countJobs, listFailedJobs, type OpenJob } from '#lib/jobs/boss-internals'
import { readWorkersState, type WorkersState } from '#lib/jobs/heartbeat'
import { authorizeOperator } from './authorize.ts'
import { getOperatorId } from './tenants.ts'

/** More jobs are not shown. */
const MAX_JOBS = 100

/** The jobs of a queue that have not ended. */
interface QueueState {
  queue: string
  /** They could run now. */
  waiting: number
  running: number
  /** They wait for their time, or for another job. */
  later: number
  /** Since when the job that waits longest could run; null when none waits. */
  oldestAt: Date | null
}

export interface FailedJob extends OpenJob {
  /** The name of its organisation; null for a job of none. */
  organisation: string | null
}

export interface Queues {
  workers: WorkersState
  queues: QueueState[]
  /** The jobs whose last attempt failed, those of the longest standing first. */
  failedJobs: FailedJob[]
  /** Whether there may be more of them. */
  hasMore: boolean
}

/** The queues that have jobs, the workers, and the jobs that failed. */
export async function readQueues(ctx: Ctx): Promise<Queues> {
  await authorizeOperator(ctx, 'installation.read')
  const [workers, counts, jobs] = await Promise.all([
    readWorkersState(),
    countJobs(),
    listFailedJobs(MAX_JOBS),
  ])
  const tenantIds = jobs.flatMap(({ tenantId }) => (tenantId === null ? [] : [tenantId]))
  const names = await nameTenantsForOperator(getOperatorId(ctx), [...new Set(tenantIds)])
  const queues = [...Map.groupBy(counts, ({ queue }) => queue)].map(([queue, ofQueue]) => {
    const sum = (...states: string[]) =>
      ofQueue.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0)
    const startable = ofQueue.filter(({ state }) => state === 'waiting' || state === 'retry')
    const oldestSeconds = Math.max(...startable.map((jobs) => jobs.oldestSeconds))
    return {
      queue,
      waiting: sum('waiting', 'retry'),
      running: sum('active'),
      later: sum('delayed', 'backoff', 'blocked'),
      oldestAt: startable.length > 0 ? addSeconds(ctx.now, -oldestSeconds) : null,
    }
  })
  return {
    workers,
    queues: queues.toSorted((a, b) => a.queue.localeCompare(b.queue)),
    failedJobs: jobs.map((job) => ({ ...job, organisation: names.get(job.tenantId ?? 0) ?? null })),
    hasMore: jobs.length === MAX_JOBS,
  }
}
