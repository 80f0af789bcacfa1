import { startWorker } from '#lib/jobs/worker'
import { scheduleStagingCleanup } from '#lib/storage/stage'
import { jobs } from '#lib/worker'
import { warmThreads } from '#lib/workers/pdf-pool'
import { databaseReady, onShutdown, ready } from './child.ts'

await databaseReady()
scheduleStagingCleanup()
const worker = await startWorker(jobs)
onShutdown((milliseconds) => worker.stop(milliseconds))
ready(`${Object.keys(jobs).length} queues`)
warmThreads('job')
