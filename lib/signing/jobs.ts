import { defineJob, type Jobs } from '#lib/jobs/define'
import { advanceProcess } from './seal/advance.ts'
import type { SealJob } from './seal/work.ts'

/** Long documents take their time; a job that was cut off begins where it was. */
const TIMEOUT_SECONDS = 1800

export const signingJobs: Jobs = {
  'signing.prepare': defineJob<SealJob>({
    inOrder: true,
    concurrency: 3,
    concurrencyOfGroup: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    handle: advanceProcess,
  }),
  'signing.seal': defineJob<SealJob>({
    inOrder: true,
    concurrency: 3,
    concurrencyOfGroup: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    handle: advanceProcess,
  }),
}
