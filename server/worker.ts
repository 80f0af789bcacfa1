import { startWorker } from '#lib/jobs/worker'
import { warmThreads } from '#lib/pdf/pool'
import { keepStagingClear } from '#lib/storage/stage'
import { jobs } from '#lib/worker'
import { databaseReady, ready, stopWith } from './child.ts'

await databaseReady()
keepStagingClear()
const worker = await startWorker(jobs)
stopWith((milliseconds) => worker.stop(milliseconds))
ready(`${Object.keys(jobs).length} queues`)
warmThreads('job')
