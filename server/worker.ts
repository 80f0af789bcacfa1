import { registerQueueMetrics } from '#lib/jobs/queue-metrics'
import { startWorker } from '#lib/jobs/worker'
import { scheduleStagingCleanup } from '#lib/storage/stage'
import { jobs } from '#lib/worker'
import { warmThreads } from '#lib/workers/pdf-pool'
import { offerMetrics, onShutdown, reportReady, waitForDatabase } from './child.ts'

await waitForDatabase()
scheduleStagingCleanup()
const worker = await startWorker(jobs)
onShutdown((milliseconds) => worker.stop(milliseconds))
registerQueueMetrics()
await offerMetrics()
reportReady(`${Object.keys(jobs).length} queues`)
warmThreads('job')
