import { defineJob, type Jobs } from '#lib/jobs/define'
import { BULK_QUEUE } from './create.ts'
import { handOver, pauseTooHeavy, runBulkSend } from './run.ts'
import { type BulkSendJob, resumeTooHeavy } from './running.ts'

export const bulkJobs: Jobs = {
  [BULK_QUEUE]: defineJob<BulkSendJob>({
    concurrency: 2,
    concurrencyOfGroup: 1,
    partOf: ({ bulkSendId }) => String(bulkSendId),
    async handle(job, { id, attempt }) {
      if (attempt > 0) await resumeTooHeavy(job)
      if (await runBulkSend(job)) await handOver(job, id)
    },
    onParked: pauseTooHeavy,
  }),
}
