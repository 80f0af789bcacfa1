import type { Tx } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'

/** Its jobs bring a process forward: documents prepared, signatures embedded, the platform's seal. */
export const SEAL_QUEUE = 'processes.seal'

/** Has a worker bring the process forward as far as it goes; one job per process at a time. */
export function enqueueSeal(tx: Tx, { tenantId }: Pick<Ctx, 'tenantId'>, processId: number): Promise<void> {
  return enqueue(tx, SEAL_QUEUE, { tenantId, processId }, { singletonKey: `process:${processId}` })
}
