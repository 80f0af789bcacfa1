import { and, count, desc, gte, type SQL, sql } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { type Reader, read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { formatSize } from '#lib/documents/size'
import { authorize } from '#lib/policy'
import { visibleVault } from './find.ts'
import { hasStatus } from './list.ts'
import type { VaultStatistics } from './schema.ts'

const MONTHS = 12
const TOP_TAGS = 10

/** What the vault holds, month by month and tag by tag. */
export function getVaultStatistics(ctx: Ctx): Promise<VaultStatistics> {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const [totals, byMonth, topTags] = await Promise.all([
      totalsOf(reader, ctx),
      monthsOf(reader, ctx),
      tagsOf(reader, ctx),
    ])
    return { ...totals, documents_by_month: byMonth, top_tags: topTags }
  })
}

async function totalsOf(reader: Reader, ctx: Ctx) {
  const countOf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::integer`
  const [row] = await reader
    .select({
      total_documents: count(),
      active_documents: countOf(hasStatus('active', ctx.now)),
      archived_documents: countOf(hasStatus('archived', ctx.now)),
      expiring_soon: countOf(hasStatus('expiring', ctx.now)),
      total_size: sql<string>`coalesce(sum(${vaultDocuments.size}), 0)`.mapWith(Number),
    })
    .from(vaultDocuments)
    .where(visibleVault(ctx))
  return { ...row!, total_size_formatted: formatSize(row!.total_size) }
}

async function monthsOf(reader: Reader, ctx: Ctx) {
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const { now } = ctx
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1) + index, 1))
  })
  const month = sql<string>`to_char(${vaultDocuments.signedAt} at time zone 'UTC', 'YYYY-MM')`
  const rows = await reader
    .select({ month, count: count() })
    .from(vaultDocuments)
    .where(and(visibleVault(ctx), gte(vaultDocuments.signedAt, months[0]!)))
    .groupBy(sql`1`)
  const counted = new Map(rows.map((row) => [row.month, row.count]))
  return months.map((first) => {
    const name = first.toISOString().slice(0, 7)
    return { month: name, count: counted.get(name) ?? 0 }
  })
}

async function tagsOf(reader: Reader, ctx: Ctx) {
  const used = reader
    .select({ tag: sql<string>`unnest(${vaultDocuments.tags})`.as('tag') })
    .from(vaultDocuments)
    .where(visibleVault(ctx))
    .as('used')
  return reader
    .select({ tag: sql<string>`min(${used.tag})`, count: count() })
    .from(used)
    .groupBy(sql`lower(${used.tag})`)
    .orderBy(desc(count()), sql`lower(${used.tag})`)
    .limit(TOP_TAGS)
}
