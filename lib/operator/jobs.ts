import { type Tx, write } from '#db/tenancy/tenant'
import { ANNOUNCE_QUEUE } from '#lib/audit/announcement'
import { BULK_QUEUE } from '#lib/bulk/create'
import { pauseRunning } from '#lib/bulk/running'
import { deleteJob, findJob, listFailedJobs, type OpenJob } from '#lib/jobs/boss-internals'
import { failDiscarded } from '#lib/mail/outcome'
import { SEND_QUEUE, SMS_QUEUE } from '#lib/mail/queue'
import { errorText } from '#lib/messages/errors'
import { PRIVACY_QUEUE } from '#lib/privacy/queue'
import { stopDiscarded } from '#lib/privacy/stop'
import { makeOperatorCtx, refusal } from './context.ts'

/** More failed jobs are not listed. */
const MAX_JOBS = 200

/** The jobs whose last attempt failed, those of the longest standing first, and whether there are more. */
export async function listJobs(limit = MAX_JOBS): Promise<{ jobs: OpenJob[]; hasMore: boolean }> {
  const jobs = await listFailedJobs(limit + 1)
  return { jobs: jobs.slice(0, limit), hasMore: jobs.length > limit }
}

/** Deletes a job, as `discard`. @returns false when it runs, or has ended */
export async function discardJob(id: string): Promise<boolean> {
  const job = await findJob(id)
  if (!job) return false
  return job.tenantId === null
    ? deleteJob(id)
    : write({ tenantId: job.tenantId }, (tx) => discard(tx, job), { deadlockRetries: 5 })
}

/**
 * Deletes a job, in the scope of its tenant: what it was to do is not done. An email or text message that it was to
 * send has failed, a request about personal data is blocked, and a bulk send is paused.
 * @returns false when it runs, or has ended
 * @throws AppError `invalid_state` for a job that dispatches events: no other one would
 */
export async function discard(tx: Tx, job: OpenJob): Promise<boolean> {
  const { id, queue, tenantId, mailId, requestId, bulkSendId } = job
  if (queue === ANNOUNCE_QUEUE) throw refusal(errorText('operator.jobHasEvents'))
  if (!(await deleteJob(id, tx))) return false
  if (tenantId === null) return true
  const isMessage = queue === SEND_QUEUE || queue === SMS_QUEUE
  if (isMessage && mailId !== null) await failDiscarded(tx, { tenantId, mailId })
  if (queue === PRIVACY_QUEUE && requestId !== null)
    await stopDiscarded(tx, makeOperatorCtx(tenantId), requestId)
  if (queue === BULK_QUEUE && bulkSendId !== null)
    await pauseRunning(tx, makeOperatorCtx(tenantId), bulkSendId, errorText('failures.bulkSendDiscarded'))
  return true
}

/** A job in one sentence. */
export function describeJob({ id, queue, state, attempts, reason, startAfter }: OpenJob): string {
  const failure = reason ? ` The last attempt failed: ${reason}` : ''
  const tries = attempts > 0 ? ` after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}` : ''
  const what = {
    running: `is running${tries}`,
    blocked: 'waits for another one of its process',
    delayed: `runs at ${startAfter.toISOString()}${tries}`,
    waiting: `waits since ${startAfter.toISOString()}${tries}`,
    failed: `has failed${tries}`,
  }[state]
  return `Job ${id} (${queue}) ${what}.${failure}`
}
