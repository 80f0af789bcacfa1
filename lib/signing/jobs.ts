import { defineJob, type Jobs } from '#lib/jobs/define'
import { advanceProcess, recordInterruption } from './seal/advance.ts'
import type { SealJob } from './seal/work.ts'

/** Long documents take their time; a job that was cut off begins where it was. */
const TIMEOUT_SECONDS = 1800
/** What failed may work again at any moment, and somebody waits for the file. */
const RETRY_DELAY_MAX_SECONDS = 30

export const signingJobs: Jobs = {
  'signing.prepare': defineJob<SealJob>({
    inOrder: true,
    concurrency: 3,
    concurrencyOfGroup: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    retryDelayMaxSeconds: RETRY_DELAY_MAX_SECONDS,
    handle: advanceProcess,
    onInterrupted: recordInterruption,
  }),
  'signing.seal': defineJob<SealJob>({
    inOrder: true,
    concurrency: 3,
    concurrencyOfGroup: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    retryDelayMaxSeconds: RETRY_DELAY_MAX_SECONDS,
    handle: advanceProcess,
    onInterrupted: recordInterruption,
  }),
}
