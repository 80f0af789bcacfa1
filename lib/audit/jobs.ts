import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { appendChangedHeads } from './log/append.ts'
import { endOldVisits } from './record.ts'

export const auditJobs: Jobs = {
  'audit.log': defineJob({
    schedule: '* * * * *',
    atStart: true,
    handle: () => appendChangedHeads(now()),
  }),
  'audit.visits': defineJob({ schedule: '*/5 * * * *', atStart: true, handle: () => endOldVisits(now()) }),
}
