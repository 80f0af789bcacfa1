import { and, count, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { processes, signers } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { dayAfter, dayStart, found, ordered } from '#db/search'
import { talliedTotal } from '#db/tallies'
import { type Reader, read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { authorize } from '#lib/policy'
import { visibleProcesses } from '#lib/processes/load'
import type { ArchiveQuery, ArchiveRecord } from './schema.ts'

const columns = { completed_at: processes.completedAt, name: processes.name }

/** The completed processes, a page at a time. */
export async function listArchives(ctx: Ctx, query: ArchiveQuery) {
  authorize(ctx, 'vault.read')
  const where = and(
    visibleProcesses(ctx),
    eq(processes.status, 'completed'),
    found(processes, { text: query.search }),
    query.date_from ? gte(processes.completedAt, dayStart(query.date_from)) : undefined,
    query.date_to ? lt(processes.completedAt, dayAfter(query.date_to)) : undefined,
  )
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[query.sort.replace('-', '') as keyof typeof columns]
  return read(ctx, async (reader) => {
    const [total, rows] = await Promise.all([
      query.search || query.date_from || query.date_to
        ? reader.$count(processes, where)
        : talliedTotal(reader, ctx, 'processes', 'status', { among: ['completed'] }),
      reader
        .select()
        .from(processes)
        .where(where)
        .orderBy(ordered(column, direction), ordered(processes.id, direction))
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page),
    ])
    const sums = await sumsOf(
      reader,
      ctx,
      rows.map((row) => row.id),
    )
    const items = rows.map(
      ({ id, name, completedAt, testMode }): ArchiveRecord => ({
        id,
        process_id: id,
        name,
        status: 'completed',
        ...sums(id),
        completed_at: completedAt!.toISOString(),
        test_mode: testMode,
        download_url: `${env().appUrl}/api/v1/archives/${id}/download`,
      }),
    )
    return { items, total, page: query.page, perPage: query.per_page }
  })
}

/** Documents, signers and bytes of each process: two queries, however many processes. */
async function sumsOf(reader: Reader, ctx: Ctx, ids: number[]) {
  if (ids.length === 0) return () => ({ documents_count: 0, signers_count: 0, size: 0 })
  const [paper, people] = await Promise.all([
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
  const papers = new Map(paper.map((row) => [row.id, row]))
  const persons = new Map(people.map((row) => [row.id, row.count]))
  return (id: number) => ({
    documents_count: papers.get(id)?.count ?? 0,
    signers_count: persons.get(id) ?? 0,
    size: papers.get(id)?.size ?? 0,
  })
}
