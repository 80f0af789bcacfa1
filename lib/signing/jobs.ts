import { defineJob, type Jobs } from '#lib/jobs/define'
import { REMOTE_QUEUE, REVISION_QUEUE } from '#lib/processes/revision-queue'
import type { RevisionJob } from './revisions/context.ts'
import { RENEWAL_QUEUE, runRenewalJob } from './revisions/renew.ts'
import { recordInterruption, recordTooHeavy, runRemoteJob, runRevisionJob } from './revisions/run.ts'

export const signingJobs: Jobs = {
  [RENEWAL_QUEUE]: defineJob({
    schedule: '17 2 * * *',
    irreversible: true,
    timeoutSeconds: 4 * 3600,
    handle: (_, run) => runRenewalJob(run),
  }),
  [REVISION_QUEUE]: defineJob<RevisionJob>({
    inOrder: true,
    // A tenant is two groups, what it sends and its signatures: one place is left for others.
    concurrency: 5,
    concurrencyOfGroup: 2,
    // Long documents take minutes; a job that timed out continues after its last finished step.
    timeoutSeconds: 1800,
    // Failures may be temporary, and signers wait for the file.
    retryDelayMaxSeconds: 30,
    handle: runRevisionJob,
    onInterrupted: recordInterruption,
    onParked: recordTooHeavy,
  }),
  [REMOTE_QUEUE]: defineJob<RevisionJob>({
    inOrder: true,
    // They wait for people, without a thread; more of one tenant would delay those of others.
    concurrency: 24,
    concurrencyOfGroup: 3,
    timeoutSeconds: 1800,
    retryDelayMaxSeconds: 30,
    handle: runRemoteJob,
    onInterrupted: recordInterruption,
    onParked: recordTooHeavy,
  }),
}
