import { write } from '#db/tenant'
import { now } from '#lib/core/clock'
import { nextDelivery } from './next-delivery.ts'
import { type DeliverJob, enqueueDeliveryRun } from './queue.ts'
import { recordAttempt } from './record-attempt.ts'
import { send } from './send.ts'

/** A run ends after this long, or with a failure, so that other webhooks get their turn. */
const TURN_MILLISECONDS = 10_000

/**
 * Delivers the due messages of a webhook, one after another, until one fails. A webhook whose last attempt failed is
 * tried once per run, with the limited concurrency of failing webhooks.
 */
export async function deliverDue(job: DeliverJob, stop: AbortSignal): Promise<void> {
  const { tenantId, webhookId, notBefore, failing = false } = job
  const early = notBefore ? (Date.parse(notBefore) - now().getTime()) / 1000 : 0
  if (early > 0) return write({ tenantId }, (tx) => enqueueDeliveryRun(tx, job, early))
  const began = now().getTime()
  let [shouldContinue, waitSeconds, fails] = [true, 0, failing]
  while (shouldContinue) {
    const call = await nextDelivery(tenantId, webhookId, now())
    if (!call) return
    fails = call.webhook.consecutiveFailures > 0
    if (fails && !failing && !call.log.manual) break
    const outcome = await send(call, stop)
    waitSeconds = await recordAttempt(call, outcome)
    fails = !outcome.success
    shouldContinue = outcome.success && now().getTime() - began < TURN_MILLISECONDS
  }
  await write({ tenantId }, (tx) =>
    enqueueDeliveryRun(tx, { tenantId, webhookId, failing: fails }, waitSeconds),
  )
}
