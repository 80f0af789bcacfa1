import { and, eq, inArray } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import type { Tx } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { findDocuments, whereVisibleDocument } from '../find.ts'
import { enqueuePurge, listFileHashes } from '../purge.ts'

/**
 * Copies documents: the new ones belong to no process and share the stored bytes; no quota is used. The caller has
 * locked the originals until the transaction ends, so that their files stay. Deleted originals are left out.
 * @param folderId the folder of the copies
 * @param makeName the name of a copy by that of its original; the same by default
 * @returns the ids of the copies by the ids of the originals
 */
export async function copyDocuments(
  tx: Tx,
  ctx: Ctx,
  ids: number[],
  folderId: number | null,
  makeName: (name: string) => string = (name) => name,
): Promise<Map<number, number>> {
  const originals = await findDocuments(tx, ctx, ids)
  const copies = new Map<number, number>()
  // In a fixed order: each insert locks a counter of its file, and concurrent copies must not deadlock.
  const sortedByHash = [...originals.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  for (const { id: originalId, ...columns } of sortedByHash) {
    const [copy] = await tx
      .insert(documents)
      .values({
        ...columns,
        name: makeName(columns.name),
        status: 'uploaded',
        folderId,
        ...createdBy(ctx),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning()
    copies.set(originalId, copy!.id)
    await record(tx, ctx, {
      type: 'document.copied',
      subject: { document: copy!.id },
      data: {
        document_id: copy!.id,
        copy_of: originalId,
        name: copy!.name,
        sha256: copy!.sha256,
        test_mode: copy!.testMode,
      },
    })
  }
  return copies
}

/** Deletes copies that no process and no template uses. */
export async function deleteCopies(tx: Tx, ctx: Ctx, ids: number[]): Promise<void> {
  const deleted = await tx
    .update(documents)
    .set({ deletedAt: ctx.now, updatedAt: nextUpdate(documents.updatedAt, ctx.now) })
    .where(and(whereVisibleDocument(ctx), inArray(documents.id, ids), eq(documents.status, 'uploaded')))
    .returning()
  for (const row of deleted) {
    const { id, name, sha256, testMode } = row
    await enqueuePurge(tx, ctx, listFileHashes(row))
    await record(tx, ctx, {
      type: 'document.deleted',
      subject: { document: id },
      data: { document_id: id, name, sha256, test_mode: testMode },
    })
  }
}
