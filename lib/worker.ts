import { foldCounters } from '#db/lists/counters'
import { dispatch, type Listener } from '#lib/audit/announce'
import { ANNOUNCE_QUEUE, type Announcement } from '#lib/audit/announcement'
import { auditJobs } from '#lib/audit/jobs'
import { bulkJobs } from '#lib/bulk/jobs'
import { now } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { documentJobs } from '#lib/documents/jobs'
import { purgeIdempotencyKeys } from '#lib/http/idempotency'
import { identityJobs } from '#lib/identity/jobs'
import { defineJob, type Jobs } from '#lib/jobs/define'
import { recordHeartbeat } from '#lib/jobs/heartbeat'
import { keyJobs } from '#lib/keys/jobs'
import { purgeExpired } from '#lib/limits/limiter'
import { mailJobs } from '#lib/mail/jobs'
import { noticeJobs } from '#lib/notices/jobs'
import { notices } from '#lib/notices/notices'
import { privacyJobs } from '#lib/privacy/jobs'
import { processJobs } from '#lib/processes/jobs'
import { signingJobs } from '#lib/signing/jobs'
import { templateJobs } from '#lib/templates/jobs'
import { vaultJobs } from '#lib/vault/jobs'
import { webhookListener } from '#lib/webhooks/delivery/listener'
import { webhookJobs } from '#lib/webhooks/jobs'

/** The listeners of events; each names the event types it handles. */
export const listeners: Listener[] = [notices, webhookListener]

/** Every queue; each module defines its own. */
export const jobs: Jobs = {
  ...auditJobs,
  ...identityJobs,
  ...keyJobs,
  ...bulkJobs,
  ...documentJobs(documentReferences),
  ...mailJobs,
  ...signingJobs,
  ...noticeJobs,
  ...processJobs,
  ...templateJobs,
  ...vaultJobs(documentReferences),
  ...webhookJobs,
  ...privacyJobs,
  'jobs.heartbeat': defineJob({ schedule: '* * * * *', atStart: true, handle: recordHeartbeat }),
  [ANNOUNCE_QUEUE]: defineJob<Announcement>({
    concurrency: 2,
    timeoutSeconds: 120,
    handle: (job) => dispatch(job, listeners, now()),
  }),
  'counters.fold': defineJob({ schedule: '* * * * *', handle: foldCounters }),
  'http.purge': defineJob({
    schedule: '41 * * * *',
    irreversible: true,
    handle: () => purgeIdempotencyKeys(now()),
  }),
  'limits.purge': defineJob({ schedule: '*/15 * * * *', handle: () => purgeExpired(now()) }),
}
