import { and, eq, inArray, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import type { Tx } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { documentStates } from './rules.ts'

/**
 * Takes documents into a process, each in one atomic step.
 * @returns the ids that were free and are now taken.
 */
export async function takeDocuments(tx: Tx, ctx: Ctx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const taken = await tx
    .update(documents)
    .set({ status: 'in_process', updatedAt: ctx.now })
    .where(
      and(
        eq(documents.tenantId, ctx.tenantId),
        inArray(documents.id, ids),
        inArray(documents.status, [...documentStates.enterProcess.from]),
        isNull(documents.deletedAt),
      ),
    )
    .returning({ id: documents.id })
  return new Set(taken.map((row) => row.id))
}

/** Gives documents back from a process that ended without them, or that completed them. */
export async function releaseDocuments(
  tx: Tx,
  ctx: Ctx,
  ids: number[],
  status: 'uploaded' | 'completed',
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(documents)
    .set({ status, updatedAt: ctx.now })
    .where(
      and(
        eq(documents.tenantId, ctx.tenantId),
        inArray(documents.id, ids),
        eq(documents.status, 'in_process'),
      ),
    )
}
