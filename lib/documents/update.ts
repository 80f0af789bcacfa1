import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, notFound, throwIfInvalid } from '#lib/core/errors'
import { folderFor } from '#lib/folders/find'
import { authorize } from '#lib/policy'
import { visibleDocuments } from './find.ts'
import { presentDocument } from './present.ts'
import type { DocumentRecord, UpdateDocument } from './schema.ts'

/**
 * Moves a document to another folder. A document of a process or template cannot move without it.
 * @throws AppError `validation_error`, `invalid_state`
 */
export function updateDocument(ctx: Ctx, id: number, input: UpdateDocument): Promise<DocumentRecord> {
  authorize(ctx, 'document.write')
  return write(ctx, async (tx) => {
    const [document] = await tx
      .select()
      .from(documents)
      .where(and(visibleDocuments(ctx), eq(documents.id, id)))
      .for('update')
    if (!document) throw notFound()
    if (input.folder_id === undefined || input.folder_id === document.folderId)
      return presentDocument(document)
    const errors: FieldErrors = {}
    const folderId = await folderFor(tx, ctx, input.folder_id, errors)
    throwIfInvalid(errors)
    const [moved] = await tx
      .update(documents)
      .set({ folderId, updatedAt: ctx.now })
      .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
      .returning()
    await record(tx, ctx, {
      type: 'document.moved',
      subject: { document: id },
      data: {
        document_id: id,
        folder_id: folderId,
        previous_folder_id: document.folderId,
        test_mode: ctx.testMode,
      },
    })
    return presentDocument(moved!)
  })
}
