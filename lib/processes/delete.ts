import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { assertVersion } from '#lib/core/precondition'
import { assertAllowed } from '#lib/core/transition-guards'
import { lockProcess } from './load.ts'
import { getDraftVersion } from './present.ts'
import { processCan } from './rules.ts'
import { recordOfProcess } from './trail/record.ts'

/**
 * Deletes a draft within the transaction of an operation that has authorized it; its documents stay. `deleteProcess` of
 * lib/templates calls it, as the draft may be a use of a template.
 * @throws AppError `invalid_state`, `precondition_failed` if the draft no longer has the version `ifMatch`
 */
export async function deleteDraft(
  tx: Tx,
  ctx: Ctx,
  id: number,
  ifMatch: string | null = null,
): Promise<void> {
  const process = await lockProcess(tx, ctx, id)
  assertAllowed(processCan.delete(process), process)
  assertVersion(ifMatch, getDraftVersion(process))
  await tx.delete(processes).where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, id)))
  await recordOfProcess(tx, ctx, process, 'process.deleted', { name: process.name })
}
