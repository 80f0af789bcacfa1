import { defineJob, type Jobs } from '#lib/jobs/define'
import { type BulkSendJob, runBulkSend } from './run.ts'

export const bulkJobs: Jobs = {
  'bulk.send': defineJob<BulkSendJob>({ concurrency: 2, concurrencyOfGroup: 1, handle: runBulkSend }),
}
