import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { assertAllowed } from '#lib/core/transition-guards'
import { authorize } from '#lib/policy'
import { toProcessResponse } from './get.ts'
import { loadWholeProcess, lockProcess } from './load.ts'
import { processCan } from './rules.ts'
import type { ProcessRecord } from './schema.ts'
import { withdrawCompletion } from './signers/delivery.ts'
import { findSigners } from './signers/invite.ts'
import { markVoided } from './transitions.ts'

/** Declares a completed process void, and withdraws emails that it is completed; repeating it changes nothing. */
export function voidProcess(ctx: Ctx, id: number, { reason }: { reason: string }): Promise<ProcessRecord> {
  authorize(ctx, 'process.send')
  return write(ctx, async (tx) => {
    const process = await lockProcess(tx, ctx, id)
    assertAllowed(processCan.void(process), process)
    if (process.status !== 'voided') await withdrawCompletion(tx, ctx, id, await findSigners(tx, ctx, id))
    const voided = process.status === 'voided' ? process : await markVoided(tx, ctx, process, reason)
    return toProcessResponse(tx, ctx, await loadWholeProcess(tx, ctx, voided))
  })
}
