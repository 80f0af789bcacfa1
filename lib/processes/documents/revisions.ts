import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type RowOf, type RowsQuery, readTogether, rowsOf } from '#db/lists/rows'
import { documents } from '#db/schema/documents'
import { fields, processDocuments, processes, signers } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { findWorkingSize } from '#lib/documents/find'
import { enqueuePurge } from '#lib/documents/purge'

const revisionColumns = {
  id: processDocuments.id,
  documentId: processDocuments.documentId,
  name: documents.name,
  revision: processDocuments.revision,
  sha256: processDocuments.currentSha256,
  size: processDocuments.currentSize,
  fileDeletedAt: processDocuments.fileDeletedAt,
  pageCount: processDocuments.pageCount,
  pages: documents.pages,
  addedPages: processDocuments.addedPages,
  signedBefore: documents.signedBefore,
  placeholders: documents.placeholders,
}

/** The current revision of one document of a process. */
export type CurrentRevision = RowOf<typeof revisionColumns>

/** The current revisions of a process's documents, in order, for `readTogether`. */
export function selectRevisions(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  processId: number,
): RowsQuery<CurrentRevision> {
  return rowsOf(revisionColumns, (select) =>
    select
      .from(processDocuments)
      .innerJoin(documents, eq(documents.id, processDocuments.documentId))
      .where(and(eq(processDocuments.tenantId, tenantId), eq(processDocuments.processId, processId)))
      .orderBy(asc(processDocuments.position), asc(processDocuments.id)),
  )
}

/** As `selectRevisions`, in a statement of its own. */
export async function findCurrentRevisions(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
  processId: number,
): Promise<CurrentRevision[]> {
  return (await readTogether(reader, { revisions: selectRevisions(ctx, processId) })).revisions
}

/**
 * Discards the prepared revisions of a process that nobody has signed: the seal job prepares its documents again, with
 * the signers it has then. Who has opened them has to open the new ones before they sign.
 */
export async function discardPrepared(tx: Tx, ctx: Ctx, processId: number): Promise<void> {
  const isOfProcess = and(
    eq(processDocuments.tenantId, ctx.tenantId),
    eq(processDocuments.processId, processId),
  )
  const prepared = await tx
    .select({ row: processDocuments, document: documents })
    .from(processDocuments)
    .innerJoin(documents, eq(documents.id, processDocuments.documentId))
    .where(and(isOfProcess, gt(processDocuments.revision, 0)))
  if (prepared.length === 0) return
  for (const { row, document } of prepared) {
    await tx
      .update(processDocuments)
      .set({
        revision: 0,
        currentSha256: document.workingSha256,
        currentSize: await findWorkingSize(ctx, document),
        pageCount: document.pageCount,
        addedPages: [],
      })
      .where(and(eq(processDocuments.tenantId, ctx.tenantId), eq(processDocuments.id, row.id)))
    await tx
      .delete(fields)
      .where(
        and(
          eq(fields.tenantId, ctx.tenantId),
          eq(fields.processId, processId),
          eq(fields.documentId, document.id),
          gt(fields.page, document.pageCount),
        ),
      )
  }
  await enqueuePurge(
    tx,
    ctx,
    prepared.map(({ row }) => row.currentSha256),
  )
  const [process] = await tx
    .update(processes)
    .set({ preparation: sql`${processes.preparation} + 1` })
    .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, processId)))
    .returning({ status: processes.status })
  // After the end it stays known who had opened them.
  if (process?.status !== 'sent') return
  await tx
    .update(signers)
    .set({ status: 'notified', viewedAt: null })
    .where(
      and(eq(signers.tenantId, ctx.tenantId), eq(signers.processId, processId), eq(signers.status, 'viewed')),
    )
}
