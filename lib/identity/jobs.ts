import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import type { EncryptedData } from '#lib/jobs/encrypted-data'
import { RECOVER_QUEUE, runRecovery } from './passwords/recover.ts'
import { checkSenders, SENDER_QUEUE } from './sender/verify-sender.ts'

export const identityJobs: Jobs = {
  [RECOVER_QUEUE]: defineJob<EncryptedData>({ concurrency: 2, handle: (job) => runRecovery(job, now()) }),
  [SENDER_QUEUE]: defineJob({ schedule: '23 * * * *', handle: () => checkSenders(now()) }),
}
