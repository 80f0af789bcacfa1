import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { appendChangedHeads } from './log/append.ts'
import { endOldVisits } from './record.ts'
import { askWitness } from './witness/ask.ts'
import { askAllWitnesses, type CosignJob } from './witness/queue.ts'

export const auditJobs: Jobs = {
  'audit.log': defineJob({
    schedule: '* * * * *',
    atStart: true,
    handle: () => appendChangedHeads(now()),
  }),
  'audit.cosign': defineJob<CosignJob>({
    inOrder: true,
    concurrency: 4,
    timeoutSeconds: 120,
    handle: (job) => askWitness(job),
  }),
  // A witness of a new configuration is asked before the log grows.
  'audit.witnesses': defineJob({ schedule: '23 * * * *', atStart: true, handle: askAllWitnesses }),
  'audit.visits': defineJob({ schedule: '*/5 * * * *', atStart: true, handle: () => endOldVisits(now()) }),
}
