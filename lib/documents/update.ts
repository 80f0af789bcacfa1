import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { type Tx, write } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, invalidState, notFound, throwIfInvalid } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { lockChosenFolder } from '#lib/folders/find'
import { authorize } from '#lib/policy'
import { whereVisibleDocument } from './find.ts'
import { type DocumentRow, presentDocument } from './present.ts'
import type { DocumentReferences } from './references.ts'
import { documentCan, documentStates } from './rules.ts'
import type { DocumentRecord, UpdateDocument } from './schema.ts'

/**
 * Renames a document that no process was sent with, and moves it to another folder. A document of a process or template
 * cannot move without it.
 * @throws AppError `validation_error`, `invalid_state`
 */
export function updateDocument(
  ctx: Ctx,
  id: number,
  input: UpdateDocument,
  references: DocumentReferences[],
): Promise<DocumentRecord> {
  authorize(ctx, 'document.write')
  return write(ctx, async (tx) => {
    const [document] = await tx
      .select()
      .from(documents)
      .where(and(whereVisibleDocument(ctx), eq(documents.id, id)))
      .for('update')
    if (!document) throw notFound()
    const renamed = await rename(tx, ctx, document, references, input.name)
    return presentDocument(await move(tx, ctx, renamed, input.folder_id))
  })
}

async function rename(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRow,
  references: DocumentReferences[],
  name = document.name,
): Promise<DocumentRow> {
  if (name === document.name) return document
  assertAllowed(documentCan.rename(document), document)
  for (const reference of references)
    if (await reference.knownToSigners?.(tx, ctx, document.id))
      throw invalidState(documentStates.rename.refusal, document.status)
  const renamed = await change(tx, ctx, document.id, { name })
  await record(tx, ctx, {
    type: 'document.renamed',
    subject: { document: document.id },
    data: { document_id: document.id, name, previous_name: document.name, test_mode: ctx.testMode },
  })
  return renamed
}

async function move(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRow,
  newFolderId = document.folderId,
): Promise<DocumentRow> {
  if (newFolderId === document.folderId) return document
  const errors: FieldErrors = {}
  const folderId = await lockChosenFolder(tx, ctx, newFolderId, errors)
  throwIfInvalid(errors)
  const movedDocument = await change(tx, ctx, document.id, { folderId })
  await record(tx, ctx, {
    type: 'document.moved',
    subject: { document: document.id },
    data: {
      document_id: document.id,
      folder_id: folderId,
      previous_folder_id: document.folderId,
      test_mode: ctx.testMode,
    },
  })
  return movedDocument
}

async function change(
  tx: Tx,
  ctx: Ctx,
  id: number,
  changes: Partial<Pick<DocumentRow, 'name' | 'folderId'>>,
): Promise<DocumentRow> {
  const [changedDocument] = await tx
    .update(documents)
    .set({ ...changes, updatedAt: nextUpdate(documents.updatedAt, ctx.now) })
    .where(and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id)))
    .returning()
  return changedDocument!
}
