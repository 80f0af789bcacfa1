import { and, gt, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { containsText, dayAfter, dayStart, ordered } from '#db/search'
import { read } from '#db/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { visibleVault } from './find.ts'
import { presentVaultDocument } from './present.ts'
import { EXPIRING_DAYS, type VaultStatus } from './rules.ts'
import type { VaultQuery } from './schema.ts'

const { archivedAt, expiresAt, signedAt, name, size, tags } = vaultDocuments
const columns = { signed_at: signedAt, name, size }

/** The kept documents, a page at a time; archived ones only when asked for. */
export async function listVaultDocuments(ctx: Ctx, query: VaultQuery) {
  authorize(ctx, 'vault.read')
  const where = and(
    visibleVault(ctx),
    query.status ? hasStatus(query.status, ctx.now) : isNull(archivedAt),
    query.search ? containsText([name, sql`array_to_string(${tags}, chr(10))`], query.search) : undefined,
    ...(query.tags ?? []).map(hasTag),
    query.date_from ? gte(signedAt, dayStart(query.date_from)) : undefined,
    query.date_to ? lt(signedAt, dayAfter(query.date_to)) : undefined,
  )
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[query.sort.replace('-', '') as keyof typeof columns]
  return read(ctx, async (reader) => {
    const [total, rows] = await Promise.all([
      reader.$count(vaultDocuments, where),
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

/** The same question as `vaultStatus` of the rules, put to the database. */
export function hasStatus(status: VaultStatus, now: Date): SQL | undefined {
  const soon = addDays(now, EXPIRING_DAYS)
  switch (status) {
    case 'archived':
      return isNotNull(archivedAt)
    case 'expired':
      return and(isNull(archivedAt), lte(expiresAt, now))
    case 'expiring':
      return and(isNull(archivedAt), gt(expiresAt, now), lte(expiresAt, soon))
    case 'active':
      return and(isNull(archivedAt), gt(expiresAt, soon))
  }
}

function hasTag(tag: string): SQL {
  return sql`exists (select from unnest(${tags}) as tag where lower(tag) = lower(${tag}::text))`
}
