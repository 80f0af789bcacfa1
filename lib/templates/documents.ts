import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { templateDocuments } from '#db/schema/templates'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { checkFolders, whereVisibleDocument } from '#lib/documents/find'
import type { DocumentRow } from '#lib/documents/present'
import { errorText } from '#lib/messages/errors'
import { findTextAndList } from '#lib/office/fill/check-values'
import type { DocumentInput } from '#lib/processes/input'
import { listParts } from './present.ts'

export type DocumentsById = Map<number, DocumentRow>

/**
 * Locks the documents against deletion until the transaction ends; errors under `documents.N.id`. They may have any
 * status: a template uses the bytes as uploaded. They must be in the folder of the template or in none, and the lock is that of
 * the update by which they come into it.
 */
export async function lockDocuments(
  tx: Tx,
  ctx: Ctx,
  inputs: DocumentInput[],
  folderId: number | null,
  errors: FieldErrors,
): Promise<DocumentsById> {
  const ids = inputs.map((document) => document.id)
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(documents)
          .where(and(whereVisibleDocument(ctx), inArray(documents.id, ids)))
          .orderBy(asc(documents.id))
          .for('no key update')
  const documentsById = new Map(rows.map((row) => [row.id, row]))
  Object.assign(
    errors,
    checkFolders(inputs, documentsById, folderId),
    findDocumentErrors(inputs, documentsById),
  )
  return documentsById
}

/** Errors of documents that are missing, there twice or cannot be filled in, under `documents` and `documents.N.id`. */
function findDocumentErrors(inputs: DocumentInput[], documentsById: DocumentsById): FieldErrors {
  const errors: FieldErrors = {}
  const seenIds = new Set<number>()
  for (const [index, { id }] of inputs.entries()) {
    if (seenIds.has(id))
      errors[`documents.${index}.id`] = [errorText('documents.documentAppearsTwice', { id })]
    else if (!documentsById.has(id))
      errors[`documents.${index}.id`] = [errorText('documents.documentDoesNotExist', { id })]
    else {
      const { placeholders } = documentsById.get(id)!
      if (placeholders && 'problem' in placeholders) errors[`documents.${index}.id`] = [placeholders.problem]
    }
    seenIds.add(id)
  }
  return errors
}

/** An error of documents that are chosen together, but no values could fill in both, under `documents`. */
export function checkVariables(documentsById: DocumentsById, errors: FieldErrors): void {
  const name = findTextAndList([...documentsById.values()].flatMap(listParts))
  if (name !== undefined)
    errors.documents = [errorText('documents.placeholderNotUnderstood', { tag: `[[${name}]]` })]
}

/** Documents in their order; a missing order is the position. */
export function sortDocuments(inputs: DocumentInput[]) {
  return inputs
    .map(({ id, order }, index) => ({ id, order: order ?? index + 1 }))
    .sort((a, b) => a.order - b.order)
}

/** Sets the documents of a locked template. */
export async function setDocuments(
  tx: Tx,
  ctx: Ctx,
  templateId: number,
  inputs: DocumentInput[],
): Promise<void> {
  await tx
    .delete(templateDocuments)
    .where(
      and(
        eq(templateDocuments.tenantId, ctx.tenantId),
        eq(templateDocuments.templateId, templateId),
        isNull(templateDocuments.versionId),
      ),
    )
  if (inputs.length === 0) return
  await tx.insert(templateDocuments).values(
    sortDocuments(inputs).map(({ id, order }) => ({
      tenantId: ctx.tenantId,
      templateId,
      documentId: id,
      position: order,
    })),
  )
}
