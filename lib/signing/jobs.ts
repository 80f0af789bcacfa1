import { defineJob, type Jobs } from '#lib/jobs/define'
import { SEAL_QUEUE } from '#lib/processes/seal-queue'
import type { SealJob } from './seal/context.ts'
import { recordInterruption, recordTooHeavy, runSealJob } from './seal/run.ts'

export const signingJobs: Jobs = {
  [SEAL_QUEUE]: defineJob<SealJob>({
    inOrder: true,
    concurrency: 4,
    concurrencyOfGroup: 2,
    // Long documents take minutes; a job that timed out continues after its last finished step.
    timeoutSeconds: 1800,
    // Failures may be temporary, and signers wait for the file.
    retryDelayMaxSeconds: 30,
    handle: runSealJob,
    onInterrupted: recordInterruption,
    onParked: recordTooHeavy,
  }),
}
