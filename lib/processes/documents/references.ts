import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { fields, type ProcessStatus, processDocuments, processes, signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import type { Tx } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { enqueuePurge } from '#lib/documents/purge'
import { type DocumentReferences, filterHashes, type Owner } from '#lib/documents/references'
import { unsignedEnds } from '../facts.ts'
import { setUpdated } from '../load.ts'

/**
 * Deleted documents are removed from drafts, and their revisions from processes that ended unsigned; both can have
 * copies in their place. Processes use stored files: current revisions, attachments and signature images.
 */
export const processReferences: DocumentReferences = {
  async lock(tx, ctx, documentId) {
    await lockProcesses(tx, ctx, documentId, ['draft', ...unsignedEnds])
  },

  async remove(tx, ctx, documentId) {
    await removeFromDrafts(tx, ctx, documentId, await lockProcesses(tx, ctx, documentId, ['draft']))
    await deleteRevisions(tx, ctx, documentId, await lockProcesses(tx, ctx, documentId, unsignedEnds))
  },

  async knownToSigners(tx, ctx, documentId) {
    const [sent] = await tx
      .select({ id: processes.id })
      .from(processes)
      .innerJoin(processDocuments, eq(processDocuments.processId, processes.id))
      .where(
        and(
          eq(processDocuments.tenantId, ctx.tenantId),
          eq(processDocuments.documentId, documentId),
          isNotNull(processes.sentAt),
        ),
      )
      .limit(1)
    return sent !== undefined
  },

  async replaceable(tx, ctx, documentIds, owner) {
    const rows = await lockOtherProcesses(tx, ctx, documentIds, owner)
    return rows.map(({ documentId }) => documentId)
  },

  async replace(tx, ctx, copies, owner) {
    const rows = await lockOtherProcesses(tx, ctx, [...copies.keys()], owner)
    for (const ofProcess of Map.groupBy(rows, ({ id }) => id).values()) {
      const own = ofProcess.map(({ documentId }) => [documentId, copies.get(documentId)!] as const)
      await putCopies(tx, ctx, ofProcess[0]!, new Map(own))
    }
  },

  filesInUse: (reader, tenantId, hashes) =>
    filterHashes(
      reader,
      hashes,
      sql`exists (select from ${processDocuments} p
        where p.tenant_id = ${tenantId} and p.current_sha256 = file.sha256 and p.file_deleted_at is null)
        or exists (select from ${attachments} a where a.tenant_id = ${tenantId} and a.sha256 = file.sha256)`,
    ),

  async imagesInUse(reader, tenantId, hashes) {
    const rows = await reader.execute<{ sha256: string }>(sql`
      select image.sha256 from ${signers} s,
        lateral (values (s.signature ->> 'imageSha256'), (s.initials ->> 'imageSha256')) as image (sha256)
      where s.tenant_id = ${tenantId}
        and image.sha256 in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`)
    return rows.map((row) => row.sha256)
  },
}

async function removeFromDrafts(tx: Tx, ctx: Ctx, documentId: number, draftIds: number[]): Promise<void> {
  if (draftIds.length === 0) return
  await tx.delete(fields).where(and(inArray(fields.processId, draftIds), eq(fields.documentId, documentId)))
  await tx
    .delete(processDocuments)
    .where(and(inArray(processDocuments.processId, draftIds), eq(processDocuments.documentId, documentId)))
  for (const id of draftIds) await recordChange(tx, ctx, id, [makeDraftChange(ctx, id)])
}

async function deleteRevisions(tx: Tx, ctx: Ctx, documentId: number, processIds: number[]): Promise<void> {
  if (processIds.length === 0) return
  const deleted = await tx
    .update(processDocuments)
    .set({ fileDeletedAt: ctx.now })
    .where(
      and(
        eq(processDocuments.tenantId, ctx.tenantId),
        eq(processDocuments.documentId, documentId),
        inArray(processDocuments.processId, processIds),
      ),
    )
    .returning({ sha256: processDocuments.currentSha256 })
  await setUpdated(tx, ctx, processIds)
  await enqueuePurge(
    tx,
    ctx,
    deleted.map(({ sha256 }) => sha256),
  )
}

/**
 * Puts copies in the place of documents of a draft or of a process that ended unsigned, whose revisions stay. The trail of
 * the latter then names the copies, as earlier events name the originals.
 * @param copies ids of copies by ids of its documents
 */
export async function putCopies(
  tx: Tx,
  ctx: Ctx,
  { id, status }: { id: number; status: ProcessStatus },
  copies: ReadonlyMap<number, number>,
): Promise<void> {
  if (copies.size === 0) return
  for (const [documentId, copyId] of copies)
    for (const table of [processDocuments, fields])
      await tx
        .update(table)
        .set({ documentId: copyId })
        .where(and(eq(table.processId, id), eq(table.documentId, documentId)))
  const copied = [...copies].map(([documentId, copyId]) => ({
    type: 'document.copied' as const,
    data: { process_id: id, document_id: copyId, copy_of: documentId, test_mode: ctx.testMode },
  }))
  await recordChange(tx, ctx, id, status === 'draft' ? [makeDraftChange(ctx, id)] : copied)
}

function makeDraftChange(ctx: Ctx, id: number) {
  const data = { process_id: id, changed: ['documents'], test_mode: ctx.testMode }
  return { type: 'process.updated' as const, data }
}

/** Other documents are a new version of a process, for those who have it open. */
async function recordChange(
  tx: Tx,
  ctx: Ctx,
  id: number,
  events: Parameters<typeof recordAll>[3],
): Promise<void> {
  await setUpdated(tx, ctx, [id])
  await recordAll(tx, ctx, { process: id }, events)
}

/**
 * The drafts and processes that ended unsigned, other than `owner`, that have these documents, locked; one row per process
 * and document.
 */
export function lockOtherProcesses(tx: Tx, ctx: Ctx, documentIds: number[], owner: Owner) {
  if (documentIds.length === 0) return []
  const ownId = 'process' in owner ? owner.process : 0
  return tx
    .select({ id: processes.id, status: processes.status, documentId: processDocuments.documentId })
    .from(processes)
    .innerJoin(processDocuments, eq(processDocuments.processId, processes.id))
    .where(
      and(
        eq(processDocuments.tenantId, ctx.tenantId),
        inArray(processDocuments.documentId, documentIds),
        inArray(processes.status, ['draft', ...unsignedEnds]),
        ne(processes.id, ownId),
      ),
    )
    .orderBy(asc(processes.id), asc(processDocuments.documentId))
    .for('update', { of: processes })
}

/**
 * Locks a process that may be moved to a folder, and the others of `lockOtherProcesses` with its documents if it is, all in
 * one order: one of them may be moved at the same time.
 */
export async function lockForMove(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  folderId: number | null,
): Promise<void> {
  const { tenantId } = ctx
  const documentIds = tx
    .select({ id: processDocuments.documentId })
    .from(processDocuments)
    .innerJoin(processes, eq(processes.id, processDocuments.processId))
    .where(
      and(
        eq(processDocuments.tenantId, tenantId),
        eq(processDocuments.processId, processId),
        sql`${processes.folderId} is distinct from ${folderId}`,
      ),
    )
  const sharingIds = tx
    .select({ id: processDocuments.processId })
    .from(processDocuments)
    .where(and(eq(processDocuments.tenantId, tenantId), inArray(processDocuments.documentId, documentIds)))
  const isOwn = eq(processes.id, processId)
  await tx
    .select({ id: processes.id })
    .from(processes)
    .where(
      and(
        eq(processes.tenantId, tenantId),
        // One list of ids: PostgreSQL would look for those of an OR among all processes.
        inArray(processes.id, sql`(select ${processId}::bigint union all ${sharingIds})`),
        or(isOwn, inArray(processes.status, ['draft', ...unsignedEnds])),
      ),
    )
    .orderBy(asc(processes.id))
    .for('update')
}

/** The processes of these statuses that have the document, locked. */
async function lockProcesses(
  tx: Tx,
  ctx: Ctx,
  documentId: number,
  statuses: readonly ProcessStatus[],
): Promise<number[]> {
  const processIds = tx
    .select({ id: processDocuments.processId })
    .from(processDocuments)
    .where(and(eq(processDocuments.tenantId, ctx.tenantId), eq(processDocuments.documentId, documentId)))
  const rows = await tx
    .select({ id: processes.id })
    .from(processes)
    .where(
      and(
        eq(processes.tenantId, ctx.tenantId),
        inArray(processes.status, statuses),
        inArray(processes.id, processIds),
      ),
    )
    .orderBy(asc(processes.id))
    .for('update')
  return rows.map((row) => row.id)
}
