import { and, eq, inArray } from 'drizzle-orm'
import { fields, processDocuments } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, invalidState, throwIfInvalid } from '#lib/core/errors'
import { attachDocuments, lockForDraft } from '#lib/documents/copies/attach'
import { checkFolders, findDocuments, findWorkingSize } from '#lib/documents/find'
import type { DocumentRow } from '#lib/documents/present'
import { documentCan } from '#lib/documents/rules'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { DocumentPatch } from '../input.ts'
import type { ProcessRow } from '../present.ts'
import { findReplacementErrors, moveFields } from './replace.ts'
import type { ReplacedFile } from './replaced-fields.ts'

/** Status of the documents that belong to another process, by member of the request: `documents.0.id`. */
type DocumentsInUse = Map<string, string>

/**
 * Sets the documents of a draft; the fields of removed documents are deleted, those of replaced ones
 * move to the new document. Other drafts may name the same documents.
 * Documents without a folder come into that of the process.
 * Errors are added under `documents.N.id`; with any, nothing changes.
 * @param current the documents of the inputs that are visible, the ids of those of the draft, and the files of those
 * that others replace
 * @returns the errors that are conflicts with other processes
 */
export async function setDocuments(
  tx: Tx,
  ctx: Ctx,
  { id: processId, folderId }: Pick<ProcessRow, 'id' | 'folderId'>,
  inputs: DocumentPatch[],
  errors: FieldErrors,
  current: { documents: Map<number, DocumentRow>; attached: number[]; replaced?: Map<number, ReplacedFile> },
): Promise<DocumentsInUse> {
  const knownDocuments = current.documents
  const attached = new Set(current.attached)
  const { inUse, errors: documentErrors } = validateDocuments(inputs, knownDocuments, attached)
  Object.assign(
    errors,
    checkFolders(inputs, knownDocuments, folderId),
    documentErrors,
    findReplacementErrors(inputs, attached),
  )
  if (Object.keys(errors).length > 0) return inUse
  const added = inputs.filter((document) => !attached.has(document.id))
  const freeIds = await lockForDraft(
    tx,
    ctx,
    added.map((document) => document.id),
  )
  for (const [index, { id }] of inputs.entries()) {
    if (attached.has(id) || freeIds.has(id)) continue
    errors[`documents.${index}.id`] = [conflictMessage(id)]
    inUse.set(`documents.${index}.id`, 'in_process')
  }
  if (inUse.size > 0) return inUse
  for (const [index, { id }] of inputs.entries()) {
    const file = current.replaced?.get(id)
    if (file) await moveFields(tx, ctx, processId, file, index, errors)
  }
  if (Object.keys(errors).length > 0) return inUse
  await dropDocuments(tx, processId, [...attached.difference(new Set(knownDocuments.keys()))])
  for (const [index, { id, order }] of inputs.entries()) {
    await attachAt(tx, ctx, processId, knownDocuments.get(id)!, order ?? index + 1, attached.has(id))
  }
  return inUse
}

/**
 * Refuses a draft that has errors.
 * @throws AppError `validation_error`; `invalid_state` when all errors are conflicts with other processes.
 */
export function assertDraft(errors: FieldErrors, inUse: DocumentsInUse = new Map()): void {
  const [status] = inUse.values()
  if (status !== undefined && Object.keys(errors).every((field) => inUse.has(field))) {
    throw invalidState(Object.values(errors)[0]![0]!, status, errors)
  }
  throwIfInvalid(errors)
}

/**
 * Several drafts may name a document; it belongs to the first that is sent.
 * @throws AppError `invalid_state`, also for a document that was deleted after its process had expired
 */
export async function attachOrRefuse(tx: Tx, ctx: Ctx, ids: number[]): Promise<void> {
  const attached = await attachDocuments(tx, ctx, ids)
  if (attached.size === ids.length) return
  const documents = await findDocuments(tx, ctx, ids)
  const errors: FieldErrors = {}
  const inUse: DocumentsInUse = new Map()
  for (const [index, id] of ids.entries()) {
    if (attached.has(id)) continue
    const document = documents.get(id)
    errors[`documents.${index}.id`] = [
      document ? conflictMessage(id) : errorText('documents.documentWasDeleted', { id }),
    ]
    inUse.set(`documents.${index}.id`, document?.status ?? 'deleted')
  }
  assertDraft(errors, inUse)
}

/** The ids of a process's documents. */
export async function findDocumentIds(reader: Reader, ctx: Ctx, processId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: processDocuments.documentId })
    .from(processDocuments)
    .where(and(eq(processDocuments.tenantId, ctx.tenantId), eq(processDocuments.processId, processId)))
  return rows.map((row) => row.id)
}

function validateDocuments(
  inputs: DocumentPatch[],
  knownDocuments: ReadonlyMap<number, DocumentRow>,
  attached: ReadonlySet<number>,
): { errors: FieldErrors; inUse: DocumentsInUse } {
  const errors: FieldErrors = {}
  const inUse: DocumentsInUse = new Map()
  const seenIds = new Set<number>()
  for (const [index, { id }] of inputs.entries()) {
    const field = `documents.${index}.id`
    const document = knownDocuments.get(id)
    if (seenIds.has(id)) errors[field] = [errorText('documents.documentAppearsTwice', { id })]
    else if (!document) errors[field] = [errorText('documents.documentDoesNotExist', { id })]
    else if (!attached.has(id) && !documentCan.enterProcess(document).allowed) {
      errors[field] = [conflictMessage(id)]
      inUse.set(field, document.status)
    }
    seenIds.add(id)
  }
  return { errors, inUse }
}

function conflictMessage(id: number): ErrorText {
  return errorText('documents.documentOfAnotherProcess', { id })
}

async function attachAt(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  document: DocumentRow,
  position: number,
  isAttached: boolean,
): Promise<void> {
  if (isAttached) {
    await tx
      .update(processDocuments)
      .set({ position })
      .where(and(eq(processDocuments.processId, processId), eq(processDocuments.documentId, document.id)))
    return
  }
  await tx.insert(processDocuments).values({
    tenantId: ctx.tenantId,
    processId,
    documentId: document.id,
    position,
    currentSha256: document.workingSha256,
    currentSize: await findWorkingSize(ctx, document),
    pageCount: document.pageCount,
  })
}

async function dropDocuments(tx: Tx, processId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(fields).where(and(eq(fields.processId, processId), inArray(fields.documentId, ids)))
  await tx
    .delete(processDocuments)
    .where(and(eq(processDocuments.processId, processId), inArray(processDocuments.documentId, ids)))
}
