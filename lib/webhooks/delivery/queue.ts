import type { Tx } from '#db/tenancy/tenant'
import { addSeconds, getDatabaseTime, now } from '#lib/core/clock'
import { enqueue } from '#lib/jobs/enqueue'

/** Delivery runs: one per webhook at a time. */
export const DELIVER_QUEUE = 'webhooks.deliver'

/** The webhook of a delivery run. */
export interface DeliverJob {
  tenantId: number
  webhookId: number
  /** The last attempt failed: the run shares its concurrency with all failing webhooks. */
  failing?: boolean
  /** When the run is due by this process's clock: that of PostgreSQL, by which the queue starts it, may be ahead. */
  notBefore?: string
}

/**
 * Enqueues a delivery run, now or with a delay, in the transaction of its message. One now is enough for all messages that
 * wait: `tx` has locked the webhook, as `deliverDue` does before it looks for them.
 */
export async function enqueueDeliveryRun(
  tx: Tx,
  { tenantId, webhookId, failing = false }: DeliverJob,
  delaySeconds = 0,
): Promise<void> {
  const job: DeliverJob = { tenantId, webhookId, failing }
  const options = { singletonKey: `webhook:${webhookId}`, ...(failing && { group: 'failing' }) }
  if (delaySeconds <= 0) return enqueue(tx, DELIVER_QUEUE, job, { ...options, mergeable: true })
  const notBefore = addSeconds(now(), delaySeconds).toISOString()
  // Not `now()`, which tests move: the queue uses the clock of PostgreSQL.
  const startAfter = addSeconds(getDatabaseTime(), delaySeconds)
  await enqueue(tx, DELIVER_QUEUE, { ...job, notBefore }, { ...options, startAfter })
}
