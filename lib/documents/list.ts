import { and, inArray } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { found, ordered } from '#db/search'
import { talliedTotal } from '#db/tallies'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { visibleDocuments } from './find.ts'
import { presentDocument } from './present.ts'
import type { DocumentQuery } from './schema.ts'

const columns = { created_at: documents.createdAt, name: documents.name, size: documents.size }

/** The tenant's documents, a page at a time. */
export async function listDocuments(ctx: Ctx, query: DocumentQuery) {
  authorize(ctx, 'document.read')
  const where = and(
    visibleDocuments(ctx),
    found(documents, { text: query.search }),
    query.status ? inArray(documents.status, query.status) : undefined,
  )
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[query.sort.replace('-', '') as keyof typeof columns]
  return read(ctx, async (reader) => {
    const [total, rows] = await Promise.all([
      query.search
        ? reader.$count(documents, where)
        : talliedTotal(reader, ctx, 'documents', 'status', { among: query.status }),
      reader
        .select()
        .from(documents)
        .where(where)
        .orderBy(ordered(column, direction), ordered(documents.id, direction))
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page),
    ])
    return { items: rows.map(presentDocument), total, page: query.page, perPage: query.per_page }
  })
}
