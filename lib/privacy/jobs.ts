import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { expireExports } from './export/expire.ts'
import { type PrivacyJob, runRequest } from './run.ts'

/** Longer than the largest export takes. */
const TIMEOUT_SECONDS = 4 * 3600

export const privacyJobs: Jobs = {
  'privacy.run': defineJob<PrivacyJob>({
    concurrency: 2,
    concurrencyOfGroup: 1,
    timeoutSeconds: TIMEOUT_SECONDS,
    handle: runRequest,
  }),
  'privacy.expire': defineJob({
    schedule: '29 1 * * *',
    atStart: true,
    irreversible: true,
    handle: () => expireExports(now()),
  }),
}
