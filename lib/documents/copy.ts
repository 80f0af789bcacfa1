import { and, eq, inArray } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import type { Tx } from '#db/tenant'
import { record } from '#lib/audit/record'
import { actingUser, type Ctx } from '#lib/core/ctx'
import { findDocuments, visibleDocuments } from './find.ts'
import { enqueuePurge } from './purge.ts'

/**
 * Copies documents as new, free ones with the same stored bytes; no quota is used. The caller has locked the originals
 * until the transaction ends, so that their files stay. Deleted originals are left out.
 * @param folderId the folder of the copies
 * @returns the copies' ids by the originals'.
 */
export async function copyDocuments(
  tx: Tx,
  ctx: Ctx,
  ids: number[],
  folderId: number | null,
): Promise<Map<number, number>> {
  const originals = await findDocuments(tx, ctx, ids)
  const user = actingUser(ctx)
  const copies = new Map<number, number>()
  // In the order of their hashes: each counter row stays locked until the transaction ends.
  const inOrder = [...originals.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  for (const { id: original, ...copied } of inOrder) {
    const [copy] = await tx
      .insert(documents)
      .values({
        ...copied,
        status: 'uploaded',
        folderId,
        createdById: user?.id ?? null,
        createdByName: user?.name ?? '',
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning()
    copies.set(original, copy!.id)
    await record(tx, ctx, {
      type: 'document.copied',
      subject: { document: copy!.id },
      data: { document_id: copy!.id, copy_of: original, name: copy!.name, sha256: copy!.sha256 },
    })
  }
  return copies
}

/** Deletes copies that no process uses, within the transaction of the operation that made them. */
export async function deleteCopies(tx: Tx, ctx: Ctx, ids: number[]): Promise<void> {
  const deleted = await tx
    .update(documents)
    .set({ deletedAt: ctx.now, updatedAt: ctx.now })
    .where(and(visibleDocuments(ctx), inArray(documents.id, ids), eq(documents.status, 'uploaded')))
    .returning()
  for (const { id, name, sha256, workingSha256, testMode } of deleted) {
    await enqueuePurge(tx, ctx, [sha256, workingSha256])
    await record(tx, ctx, {
      type: 'document.deleted',
      subject: { document: id },
      data: { document_id: id, name, sha256, test_mode: testMode },
    })
  }
}
