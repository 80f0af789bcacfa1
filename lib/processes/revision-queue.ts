import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'

/** Its jobs run the pending steps of a process: prepare documents, embed signatures, seal. */
export const REVISION_QUEUE = 'processes.seal'

/**
 * Enqueues the job that runs the pending steps of a process; one job per process at a time. `tx` has locked the
 * process: a job that waits already also runs the steps of this transaction.
 */
export function enqueueRevisions(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  processId: number,
): Promise<void> {
  const options = { singletonKey: `process:${processId}`, mergeable: true }
  return enqueue(tx, REVISION_QUEUE, { tenantId, processId }, options)
}
