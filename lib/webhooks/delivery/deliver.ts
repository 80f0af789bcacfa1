import { write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
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
  if (secondsEarly > 0) return write({ tenantId }, (tx) => enqueueDeliveryRun(tx, job, secondsEarly))
  const began = now().getTime()
  let shouldContinue = true
  let waitSeconds = 0
  let isFailing = failing
  while (shouldContinue) {
    const delivery = await nextDelivery(tenantId, webhookId, now())
    if (!delivery) return
    isFailing = delivery.webhook.consecutiveFailures > 0
    if (isFailing && !failing && !delivery.log.manual) break
    const outcome = await send(delivery, stop)
    waitSeconds = await recordAttempt(delivery, outcome)
    isFailing = !outcome.success
    shouldContinue = outcome.success && now().getTime() - began < MAX_RUN_MILLISECONDS
  }
  await write({ tenantId }, (tx) =>
    enqueueDeliveryRun(tx, { tenantId, webhookId, failing: isFailing }, waitSeconds),
  )
}
