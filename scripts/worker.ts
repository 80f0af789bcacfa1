import { startWorker } from '#lib/jobs/worker'
import { jobs } from '#lib/worker'
import { configure, permission, ready, stopWith } from './part.ts'

await configure()
await permission()
const worker = await startWorker(jobs)
stopWith((milliseconds) => worker.stop(milliseconds))
ready(`${Object.keys(jobs).length} queues`)
