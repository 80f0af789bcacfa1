import type { Tx } from '#db/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { enqueue } from '#lib/jobs/enqueue'

/** One endpoint after the other has its turn here; two runs for the same one never overlap. */
export const DELIVER_QUEUE = 'webhooks.deliver'

/** Whose turn it is. */
export interface DeliverJob {
  tenantId: number
  webhookId: number
  /** Its last call failed: it shares its places with all others of which that is true. */
  failing?: boolean
  /** By our own clock: the queue's may be ahead. */
  notBefore?: string
}

/** Gives an endpoint a turn, now or in some seconds, in the transaction of what there is to tell. */
export async function enqueueDeliveryRun(
  tx: Tx,
  { tenantId, webhookId, failing = false }: DeliverJob,
  delaySeconds = 0,
): Promise<void> {
  const job: DeliverJob = { tenantId, webhookId, failing }
  const options = { singletonKey: `webhook:${webhookId}`, ...(failing && { group: 'failing' }) }
  if (delaySeconds <= 0) return enqueue(tx, DELIVER_QUEUE, job, options)
  const notBefore = addSeconds(now(), delaySeconds).toISOString()
  // The queue lives in PostgreSQL's time, whatever this process takes the time to be.
  const startAfter = addSeconds(new Date(), delaySeconds)
  await enqueue(tx, DELIVER_QUEUE, { ...job, notBefore }, { ...options, startAfter })
}
