import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { countTotal } from '#db/lists/counters'
import { findPage, whereBetween } from '#db/lists/search'
import { processes, signers } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { whereInFolder } from '#db/tenancy/folders'
import { type Reader, readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { authorize } from '#lib/policy'
import type { ArchiveQuery, ArchiveRecord } from './schema.ts'

const { completedAt, name, testMode, folderId } = processes
// An archive is created when its process completes.
const columns = { created_at: completedAt, completed_at: completedAt, name }

/** A page of the completed processes, with those that were declared void later. */
export async function listArchives(ctx: Ctx, query: ArchiveQuery) {
  authorize(ctx, 'vault.read')
  const filters = and(
    eq(testMode, ctx.testMode),
    isNotNull(completedAt),
    whereInFolder(folderId, query.folder_id),
    whereBetween(completedAt, query.date_from, query.date_to),
  )
  return readList(ctx, async (reader) => {
    const { rows, ...page } = await findPage(reader, ctx, processes, {
      ...query,
      text: query.search,
      columns,
      filters,
      count: () =>
        query.date_from || query.date_to
          ? reader.$count(processes, and(eq(processes.tenantId, ctx.tenantId), filters))
          : countTotal(reader, ctx, 'processes', 'status', {
              among: ['completed', 'voided'],
              folder: query.folder_id,
            }),
    })
    const totalsByTag = await findTotals(
      reader,
      ctx,
      rows.map((row) => row.id),
    )
    const items = rows.map(
      ({ id, name, folderId, completedAt, voidedAt, testMode }): ArchiveRecord => ({
        id,
        process_id: id,
        name,
        status: voidedAt ? 'voided' : 'completed',
        folder_id: folderId,
        ...totalsByTag(id),
        completed_at: completedAt!.toISOString(),
        voided_at: voidedAt?.toISOString() ?? null,
        test_mode: testMode,
        download_url: `${env().appUrl}/api/v1/archives/${id}/download`,
      }),
    )
    return { items, ...page }
  })
}

/** Documents, signers and bytes of each process: two queries, however many processes. */
async function findTotals(reader: Reader, ctx: Ctx, ids: number[]) {
  if (ids.length === 0) return () => ({ documents_count: 0, signers_count: 0, size: 0 })
  const [documents, signerCounts] = await Promise.all([
    reader
      .select({
        id: vaultDocuments.processId,
        count: count(),
        size: sql<string>`sum(${vaultDocuments.size})`.mapWith(Number),
      })
      .from(vaultDocuments)
      .where(and(eq(vaultDocuments.tenantId, ctx.tenantId), inArray(vaultDocuments.processId, ids)))
      .groupBy(vaultDocuments.processId),
    reader
      .select({ id: signers.processId, count: count() })
      .from(signers)
      .where(
        and(
          eq(signers.tenantId, ctx.tenantId),
          inArray(signers.processId, ids),
          eq(signers.status, 'signed'),
        ),
      )
      .groupBy(signers.processId),
  ])
  const documentsByProcess = new Map(documents.map((row) => [row.id, row]))
  const signersByProcess = new Map(signerCounts.map((row) => [row.id, row.count]))
  return (id: number) => ({
    documents_count: documentsByProcess.get(id)?.count ?? 0,
    signers_count: signersByProcess.get(id) ?? 0,
    size: documentsByProcess.get(id)?.size ?? 0,
  })
}
