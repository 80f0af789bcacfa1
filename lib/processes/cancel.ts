import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { assertAllowed } from '#lib/core/transition-guards'
import { authorize } from '#lib/policy'
import { endWithoutCompletion } from './end.ts'
import { processResponse } from './get.ts'
import { lockProcess, wholeProcess } from './load.ts'
import { processCan } from './rules.ts'
import type { ProcessRecord } from './schema.ts'

/** Cancels a process that has not ended; again: the same record. */
export function cancelProcess(
  ctx: Ctx,
  id: number,
  input: { reason?: string | null },
): Promise<ProcessRecord> {
  authorize(ctx, 'process.write')
  return write(ctx, async (tx) => {
    const held = await lockProcess(tx, ctx, id)
    assertAllowed(processCan.cancel(held), held)
    if (held.status === 'cancelled') return processResponse(tx, ctx, await wholeProcess(tx, ctx, held))
    const reason = input.reason || null
    const process = await endWithoutCompletion(tx, ctx, held, {
      status: 'cancelled',
      cancelledAt: ctx.now,
      cancelReason: reason,
    })
    await record(tx, ctx, {
      type: 'process.cancelled',
      subject: { process: id },
      data: {
        process_id: id,
        name: held.name,
        reason,
        previous_status: held.status,
        unsealable: held.sealBlocked,
        test_mode: held.testMode,
      },
    })
    return processResponse(tx, ctx, await wholeProcess(tx, ctx, process))
  })
}
