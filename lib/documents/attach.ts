import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import type { Tx } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { documentStates } from './rules.ts'

/**
 * Attaches documents to a process that is being sent.
 * @returns the ids that were free and are now attached
 */
export async function attachDocuments(tx: Tx, ctx: Ctx, ids: number[]): Promise<Set<number>> {
  const free = await lockFree(tx, ctx, ids, 'update')
  if (free.size > 0) {
    await tx
      .update(documents)
      .set({ status: 'in_process', updatedAt: ctx.now })
      .where(and(eq(documents.tenantId, ctx.tenantId), inArray(documents.id, [...free])))
  }
  return free
}

/**
 * Locks the documents of a draft against deletion until the transaction ends; other drafts may name them too.
 * @returns the ids that belong to no sent process
 */
export function lockForDraft(tx: Tx, ctx: Ctx, ids: number[]): Promise<Set<number>> {
  return lockFree(tx, ctx, ids, 'share')
}

async function lockFree(tx: Tx, ctx: Ctx, ids: number[], lockMode: 'update' | 'share'): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const free = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.tenantId, ctx.tenantId),
        inArray(documents.id, ids),
        inArray(documents.status, [...documentStates.enterProcess.from]),
        isNull(documents.deletedAt),
      ),
    )
    // In a fixed order, so that two concurrent sends cannot deadlock.
    .orderBy(asc(documents.id))
    .for(lockMode)
  return new Set(free.map((row) => row.id))
}

/** Detaches documents from a process that has ended: completed, or free again. */
export async function detachDocuments(
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
