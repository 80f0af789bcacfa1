import { gauge } from '#lib/core/runtime/metrics'
import { countJobs } from './boss-internals.ts'
import { readWorkersState } from './heartbeat.ts'

const OLDEST = {
  name: 'queue_oldest_seconds',
  help: 'For how long the job of a queue that waits longest could have run.',
  labels: ['queue' as const],
}

/** Registers the metrics of all queues and workers of the installation: every worker has the same values. */
export function registerQueueMetrics(): void {
  gauge({ name: 'queue_jobs', help: 'Jobs by queue and state.', labels: ['queue', 'state'] }, async (set) => {
    for (const { queue, state, count } of await countJobs()) set(count, { queue, state })
  })
  gauge(OLDEST, async (set) => {
    for (const { queue, state, oldestSeconds } of await countJobs())
      if (state === 'waiting' || state === 'retry') set(oldestSeconds, { queue })
  })
  gauge({ name: 'workers', help: 'Worker processes of the installation.' }, async (set) =>
    set((await readWorkersState()).count),
  )
}
