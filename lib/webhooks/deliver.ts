import { write } from '#db/tenant'
import { now } from '#lib/core/clock'
import { nextCall } from './next-call.ts'
import { type DeliverJob, enqueueTurn } from './queue.ts'
import { send } from './send.ts'
import { settle } from './settle.ts'

/** After so long, or a failure, others have their turn. */
const TURN_MILLISECONDS = 10_000

/** An endpoint's turn: all that it is due, one call after the other, as long as it takes them. */
export async function deliverDue(job: DeliverJob, stop: AbortSignal): Promise<void> {
  const { tenantId, webhookId, notBefore } = job
  const early = notBefore ? (Date.parse(notBefore) - now().getTime()) / 1000 : 0
  if (early > 0) return write({ tenantId }, (tx) => enqueueTurn(tx, job, early))
  const began = now().getTime()
  let [goesOn, rest] = [true, 0]
  while (goesOn) {
    const call = await nextCall(tenantId, webhookId, now())
    if (!call) return
    const outcome = await send(call, stop)
    rest = await settle(call, outcome)
    goesOn = outcome.success && now().getTime() - began < TURN_MILLISECONDS
  }
  await write({ tenantId }, (tx) => enqueueTurn(tx, { tenantId, webhookId }, rest))
}
