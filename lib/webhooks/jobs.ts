import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { deliverDue } from './delivery/deliver.ts'
import { purgeLogs } from './delivery/purge-logs.ts'
import { DELIVER_QUEUE, type DeliverJob } from './delivery/queue.ts'
import { resumeDeliveries } from './delivery/resume.ts'

export const webhookJobs: Jobs = {
  [DELIVER_QUEUE]: defineJob<DeliverJob>({
    inOrder: true,
    concurrency: 16,
    concurrencyOfGroup: 3,
    timeoutSeconds: 120,
    handle: (job, run) => deliverDue(job, run.signal),
  }),
  'webhooks.resume': defineJob({
    schedule: '53 * * * *',
    atStart: true,
    handle: (_, { signal }) => resumeDeliveries(now(), signal),
  }),
  'webhooks.purge': defineJob({
    schedule: '41 3 * * *',
    irreversible: true,
    handle: (_, { signal }) => purgeLogs(now(), signal),
  }),
}
