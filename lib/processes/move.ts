import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { lockForDraft } from '#lib/documents/copies/attach'
import { copyDocuments } from '#lib/documents/copies/copy'
import { unshareDocuments } from '#lib/documents/copies/unshare'
import type { DocumentReferences } from '#lib/documents/references'
import { lockChosenFolder } from '#lib/folders/find'
import { findDocumentIds } from './documents/attach.ts'
import { lockOtherProcesses, putCopies } from './documents/references.ts'
import { unsignedEnds } from './facts.ts'
import { nextUpdatedAt } from './load.ts'
import type { ProcessRow } from './present.ts'
import { recordOfProcess } from './trail/record.ts'

/**
 * Moves a locked process to a folder; a trigger moves its documents and their copies in the vault
 * (db/functions/folders.sql). Other records with these documents get copies, or the process itself, if it has ended
 * unsigned and another one that was sent has them.
 * @throws AppError `validation_error` under `folder_id`
 */
export async function moveProcess(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  target: number | null,
  references: DocumentReferences[],
): Promise<ProcessRow> {
  if (target === process.folderId) return process
  const errors: FieldErrors = {}
  const folderId = await lockChosenFolder(tx, ctx, target, errors)
  throwIfInvalid(errors)
  if (unsignedEnds.includes(process.status)) await leaveDocumentsInUse(tx, ctx, process)
  const documents = await findDocumentIds(tx, ctx, process.id)
  await unshareDocuments(tx, ctx, documents, process.folderId, { process: process.id }, references)
  const [movedProcess] = await tx
    .update(processes)
    .set({ folderId, updatedAt: nextUpdatedAt(ctx) })
    .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, process.id)))
    .returning()
  const moved = { folder_id: folderId, previous_folder_id: process.folderId }
  await recordOfProcess(tx, ctx, process, 'process.moved', moved)
  return movedProcess!
}

/** Takes copies of documents that belong to another process by now. */
async function leaveDocumentsInUse(tx: Tx, ctx: Ctx, process: ProcessRow): Promise<void> {
  const documents = await findDocumentIds(tx, ctx, process.id)
  // Processes before documents, as where they are sent or deleted.
  await lockOtherProcesses(tx, ctx, documents, { process: process.id })
  const free = await lockForDraft(tx, ctx, documents)
  const inUse = documents.filter((documentId) => !free.has(documentId))
  await putCopies(tx, ctx, process, await copyDocuments(tx, ctx, inUse, process.folderId))
}
