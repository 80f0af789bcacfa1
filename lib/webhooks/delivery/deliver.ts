import { webhooks } from '#db/schema/webhooks'
import { write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { whereWebhook } from '../find.ts'
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
  await waitForMessages(job)
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

/** Waits for the transactions that write messages of the webhook and leave their delivery to this run. */
function waitForMessages({ tenantId, webhookId }: DeliverJob): Promise<unknown> {
  return write({ tenantId }, (tx) =>
    tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(whereWebhook({ tenantId }, webhookId))
      .for('no key update'),
  )
}

function enqueueRun(job: DeliverJob, delaySeconds = 0): Promise<void> {
  return write({ tenantId: job.tenantId }, (tx) => enqueueDeliveryRun(tx, job, delaySeconds))
}
