import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { endOldVisits } from './record.ts'

export const auditJobs: Jobs = {
  'audit.visits': defineJob({ schedule: '*/5 * * * *', atStart: true, handle: () => endOldVisits(now()) }),
}
