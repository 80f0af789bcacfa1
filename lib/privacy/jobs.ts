import { forEachDueTenant } from '#db/tenancy/due-tenants'
import { now } from '#lib/core/clock'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { expireExports } from './export/expire.ts'
import { PRIVACY_QUEUE, type PrivacyJob } from './queue.ts'
import { resumeRequests } from './resume.ts'
import { runRequest } from './run.ts'

/** Longer than the largest export takes. */
const TIMEOUT_SECONDS = 4 * 3600

export const privacyJobs: Jobs = {
  [PRIVACY_QUEUE]: defineJob<PrivacyJob>({
    concurrency: 2,
    concurrencyOfGroup: 1,
    timeoutSeconds: TIMEOUT_SECONDS,
    handle: runRequest,
  }),
  'privacy.expire': defineJob({
    schedule: '29 1 * * *',
    atStart: true,
    irreversible: true,
    handle: () => {
      const at = now()
      // A person who waits for a request must not wait for the deletion of another's export.
      return forEachDueTenant('privacy.expire', at, (tenantId) =>
        expireExports(tenantId, at).finally(() => resumeRequests(tenantId)),
      )
    },
  }),
}
