import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { RECOVER_QUEUE, type Recovery, sendRecoveryLinks } from './passwords/recover.ts'

export const identityJobs: Jobs = {
  [RECOVER_QUEUE]: defineJob<Recovery>({ concurrency: 2, handle: (job) => sendRecoveryLinks(job, now()) }),
}
