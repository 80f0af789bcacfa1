import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import type { Tx } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import type { Ctx } from '#lib/core/ctx'
import { documentStates } from '../rules.ts'

/**
 * Attaches documents to a process that is being sent.
 * @returns the ids of the documents that belonged to no process and are now attached
 */
export async function attachDocuments(tx: Tx, ctx: Ctx, ids: number[]): Promise<Set<number>> {
  const unattached = await lockUnattached(tx, ctx, ids, 'update')
  if (unattached.size > 0) {
    await tx
      .update(documents)
      .set({ status: 'in_process', updatedAt: nextUpdate(documents.updatedAt, ctx.now) })
      .where(and(eq(documents.tenantId, ctx.tenantId), inArray(documents.id, [...unattached])))
  }
  return unattached
}

/**
 * Locks the documents of a draft against deletion until the transaction ends; other drafts may use them too. The lock is that
 * of the update by which documents without a folder come into that of the process, so that concurrent drafts do not deadlock.
 * @returns the ids that belong to no sent process
 */
export function lockForDraft(tx: Tx, ctx: Ctx, ids: number[]): Promise<Set<number>> {
  return lockUnattached(tx, ctx, ids, 'no key update')
}

async function lockUnattached(
  tx: Tx,
  ctx: Ctx,
  ids: number[],
  lockMode: 'update' | 'no key update',
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const unattached = await tx
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
  return new Set(unattached.map((row) => row.id))
}

/** Detaches documents from a process that has ended; `uploaded` ones can be used again. */
export async function detachDocuments(
  tx: Tx,
  ctx: Ctx,
  ids: number[],
  status: 'uploaded' | 'completed',
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(documents)
    .set({ status, updatedAt: nextUpdate(documents.updatedAt, ctx.now) })
    .where(
      and(
        eq(documents.tenantId, ctx.tenantId),
        inArray(documents.id, ids),
        eq(documents.status, 'in_process'),
      ),
    )
}
