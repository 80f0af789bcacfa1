import { write } from '#db/tenancy/tenant'
import { MAX_OFFSET_SECONDS, now } from '#lib/core/clock'
import { nextDelivery } from './next-delivery.ts'
import { type DeliverJob, enqueueDeliveryRun } from './queue.ts'
import { recordAttempt } from './record-attempt.ts'
import { send } from './send.ts'

/** A run ends after this time, or with a failure, so that the deliveries of other webhooks are not delayed. */
const MAX_RUN_MILLISECONDS = 10_000

/**
 * Delivers the due messages of a webhook, one after another, until one fails. A webhook whose last attempt failed is
 * tried once per run, with the limited concurrency of failing webhooks.
 */
export async function deliverDue(job: DeliverJob, stop: AbortSignal): Promise<void> {
  const { tenantId, webhookId, notBefore, failing = false } = job
  const secondsEarly = notBefore ? (Date.parse(notBefore) - now().getTime()) / 1000 : 0
  if (secondsEarly > 0) await enqueueRun(job, secondsEarly)
  // Earlier than clocks may differ: that of the database was set back, and what was stored before is due.
  if (secondsEarly > 0 && secondsEarly <= MAX_OFFSET_SECONDS) return
  const began = now().getTime()
  while (now().getTime() - began < MAX_RUN_MILLISECONDS) {
    const delivery = await nextDelivery(tenantId, webhookId, now())
    if (!delivery) return
    const isFailing = delivery.webhook.consecutiveFailures > 0
    if (isFailing && !failing && !delivery.log.manual)
      return enqueueRun({ tenantId, webhookId, failing: true })
    const outcome = await send(delivery, stop)
    await recordAttempt(delivery, outcome)
    // The next run is enqueued with the attempt.
    if (!outcome.success) return
  }
  await enqueueRun({ tenantId, webhookId })
}

function enqueueRun(job: DeliverJob, delaySeconds = 0): Promise<void> {
  return write({ tenantId: job.tenantId }, (tx) => enqueueDeliveryRun(tx, job, delaySeconds))
}
