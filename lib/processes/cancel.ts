import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { assertAllowed } from '#lib/core/transition-guards'
import { authorize } from '#lib/policy'
import { toProcessResponse } from './get.ts'
import { loadWholeProcess, lockProcess } from './load.ts'
import { processCan } from './rules.ts'
import type { ProcessRecord } from './schema.ts'
import { markCancelled } from './transitions.ts'

/** Cancels a process that has not ended; repeating it changes nothing. */
export function cancelProcess(
  ctx: Ctx,
  id: number,
  input: { reason?: string | null },
): Promise<ProcessRecord> {
  authorize(ctx, 'process.write')
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, id)
    assertAllowed(processCan.cancel(process), process)
    const cancelled =
      process.status === 'cancelled' ? process : await markCancelled(tx, ctx, process, input.reason || null)
    return toProcessResponse(tx, ctx, await loadWholeProcess(tx, ctx, cancelled))
  })
}
