import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { RECOVER_QUEUE, type RecoveryJob, runRecovery } from './passwords/recover.ts'
import { checkSenders, SENDER_QUEUE } from './sender/verify-sender.ts'

export const identityJobs: Jobs = {
  [RECOVER_QUEUE]: defineJob<RecoveryJob>({ concurrency: 2, handle: (job) => runRecovery(job, now()) }),
  [SENDER_QUEUE]: defineJob({ schedule: '23 * * * *', handle: () => checkSenders(now()) }),
}
