import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { expireDue, remindDue } from './scheduled.ts'

export const processJobs: Jobs = {
  'processes.expire': defineJob({ schedule: '* * * * *', handle: () => expireDue(now()) }),
  'processes.remind': defineJob({ schedule: '*/5 * * * *', handle: () => remindDue(now()) }),
}
