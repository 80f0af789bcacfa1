import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { copyName } from '#lib/core/text/copy-name'
import { authorize } from '#lib/policy'
import { findDocument, whereVisibleDocument } from '../find.ts'
import { presentDocument } from '../present.ts'
import type { DocumentRecord } from '../schema.ts'
import { copyDocuments } from './copy.ts'

/** Copies a document in any status; the copy is in the same folder, belongs to no process and uses no quota. */
export function duplicateDocument(ctx: Ctx, id: number): Promise<DocumentRecord> {
  authorize(ctx, 'document.write')
  return write(ctx, async (tx) => {
    // Locked, so that its file is not removed meanwhile.
    const [original] = await tx
      .select({ folderId: documents.folderId })
      .from(documents)
      .where(and(whereVisibleDocument(ctx), eq(documents.id, id)))
      .for('share')
    if (!original) throw notFound()
    const copies = await copyDocuments(tx, ctx, [id], original.folderId, copyName)
    return presentDocument(await findDocument(tx, ctx, copies.get(id)!))
  })
}
