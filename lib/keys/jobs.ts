import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { announceSealExpiry, SEAL_EXPIRY_QUEUE } from './seals/announce-expiry.ts'

export const keyJobs: Jobs = {
  [SEAL_EXPIRY_QUEUE]: defineJob({ schedule: '7 6 * * *', handle: () => announceSealExpiry(now()) }),
}
