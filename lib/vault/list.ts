import { and, gte, isNull, lt } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { dayAfter, dayStart, found, ordered } from '#db/search'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { countOf } from './count.ts'
import { hasStatus, visibleVault } from './find.ts'
import { presentVaultDocument } from './present.ts'
import type { VaultQuery } from './schema.ts'

const { archivedAt, signedAt, name, size } = vaultDocuments
const columns = { signed_at: signedAt, name, size }

/** The kept documents, a page at a time; archived ones only when asked for. */
export async function listVaultDocuments(ctx: Ctx, query: VaultQuery) {
  authorize(ctx, 'vault.read')
  const where = and(
    visibleVault(ctx),
    query.status ? hasStatus(query.status, ctx.now) : isNull(archivedAt),
    found(vaultDocuments, { text: query.search, tags: query.tags }),
    query.date_from ? gte(signedAt, dayStart(query.date_from)) : undefined,
    query.date_to ? lt(signedAt, dayAfter(query.date_to)) : undefined,
  )
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[query.sort.replace('-', '') as keyof typeof columns]
  return read(ctx, async (reader) => {
    const [total, rows] = await Promise.all([
      query.search || query.tags?.length || query.date_from || query.date_to
        ? reader.$count(vaultDocuments, where)
        : countOf(reader, ctx, query.status),
      reader
        .select()
        .from(vaultDocuments)
        .where(where)
        .orderBy(ordered(column, direction), ordered(vaultDocuments.id, direction))
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page),
    ])
    const items = rows.map((row) => presentVaultDocument(row, ctx.now))
    return { items, total, page: query.page, perPage: query.per_page }
  })
}
