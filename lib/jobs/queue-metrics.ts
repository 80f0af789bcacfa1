import { gauge } from '#lib/core/runtime/metrics'
import { countJobs } from './boss-internals.ts'
import { readWorkersState } from './heartbeat.ts'

const OLDEST = {
  name: 'queue_oldest_seconds',
  help: 'For how long the job of a queue that waits longest could have run.',
  labels: ['queue' as const],
}

const FAILING = {
  name: 'queue_failing_seconds',
  help: 'Age of the oldest job of a queue whose last attempt failed.',
  labels: ['queue' as const],
}

let reading: ReturnType<typeof countJobs> | undefined

/** The jobs, read once for all gauges that are read together. */
function readJobs(): ReturnType<typeof countJobs> {
  reading ??= countJobs().finally(() => {
    reading = undefined
  })
  return reading
}

/** Registers the metrics of all queues and workers of the installation: every worker has the same values. */
export function registerQueueMetrics(): void {
  gauge({ name: 'queue_jobs', help: 'Jobs by queue and state.', labels: ['queue', 'state'] }, async (set) => {
    for (const { queue, state, count } of await readJobs()) set(count, { queue, state })
  })
  gauge(OLDEST, async (set) => {
    const startable = (await readJobs()).filter(({ state }) => state === 'waiting' || state === 'retry')
    for (const [queue, jobs] of Map.groupBy(startable, ({ queue }) => queue))
      set(Math.max(...jobs.map(({ oldestSeconds }) => oldestSeconds)), { queue })
  })
  gauge(FAILING, async (set) => {
    const failing = (await readJobs()).filter(({ failingSeconds }) => failingSeconds > 0)
    for (const [queue, jobs] of Map.groupBy(failing, ({ queue }) => queue))
      set(Math.max(...jobs.map(({ failingSeconds }) => failingSeconds)), { queue })
  })
  gauge({ name: 'workers', help: 'Worker processes of the installation.' }, async (set) =>
    set((await readWorkersState()).count),
  )
}
