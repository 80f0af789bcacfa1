import { registerQueueMetrics } from '#lib/jobs/queue-metrics'
import { startWorker } from '#lib/jobs/worker'
import { registerKeyMetrics } from '#lib/keys/operator-keys'
import { registerRenewalMetrics } from '#lib/signing/revisions/renew'
import { scheduleStagingCleanup } from '#lib/storage/stage'
import { jobs } from '#lib/worker'
import { warmThreads } from '#lib/workers/pdf-pool'
import { offerMetrics, onShutdown, reportReady, waitForDatabase } from './child.ts'

await waitForDatabase()
scheduleStagingCleanup()
const worker = await startWorker(jobs)
onShutdown((milliseconds) => worker.stop(milliseconds))
registerQueueMetrics()
registerKeyMetrics()
registerRenewalMetrics()
await offerMetrics()
reportReady(`${Object.keys(jobs).length} queues`)
warmThreads('job')
