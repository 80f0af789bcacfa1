import { write } from '#db/tenant'
import { now } from '#lib/core/clock'
import { nextDelivery } from './next-delivery.ts'
import { type DeliverJob, enqueueDeliveryRun } from './queue.ts'
import { recordAttempt } from './record-attempt.ts'
import { send } from './send.ts'

/** After so long, or a failure, others have their turn. */
const TURN_MILLISECONDS = 10_000

/**
 * An endpoint's turn: all that it is due, one call after the other, as long as it takes them. One whose last call failed
 * is called in the places of those that fail, once, until a call succeeds.
 */
export async function deliverDue(job: DeliverJob, stop: AbortSignal): Promise<void> {
  const { tenantId, webhookId, notBefore, failing = false } = job
  const early = notBefore ? (Date.parse(notBefore) - now().getTime()) / 1000 : 0
  if (early > 0) return write({ tenantId }, (tx) => enqueueDeliveryRun(tx, job, early))
  const began = now().getTime()
  let [goesOn, rest, fails] = [true, 0, failing]
  while (goesOn) {
    const call = await nextDelivery(tenantId, webhookId, now())
    if (!call) return
    fails = call.webhook.consecutiveFailures > 0
    if (fails && !failing && !call.log.manual) break
    const outcome = await send(call, stop)
    rest = await recordAttempt(call, outcome)
    fails = !outcome.success
    goesOn = outcome.success && now().getTime() - began < TURN_MILLISECONDS
  }
  await write({ tenantId }, (tx) => enqueueDeliveryRun(tx, { tenantId, webhookId, failing: fails }, rest))
}
