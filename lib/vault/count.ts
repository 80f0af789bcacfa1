import { and, gte, isNull, lte } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { tallied, talliedTotal } from '#db/tallies'
import type { Reader } from '#db/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { visibleVault } from './find.ts'
import { EXPIRING_DAYS, type VaultStatus } from './rules.ts'

export type VaultCounts = Record<VaultStatus, number> & { bytes: number }

/** How many documents are kept in each status at this instant: sums, and one range of an index. */
export async function countVault(reader: Reader, ctx: Ctx): Promise<VaultCounts> {
  const [statuses, expired, ending] = await Promise.all([
    tallied(reader, ctx, 'vault', 'status'),
    endedBy(reader, ctx, ctx.now),
    endedBy(reader, ctx, addDays(ctx.now, EXPIRING_DAYS)),
  ])
  const of = (status: string) => statuses.find(({ key }) => key === status)?.count ?? 0
  return {
    archived: of('archived'),
    expired,
    expiring: ending - expired,
    active: of('kept') - ending,
    bytes: statuses.reduce((total, { bytes }) => total + bytes, 0),
  }
}

/** How many a list shows that asks for nothing but a status. */
export async function countOf(reader: Reader, ctx: Ctx, status?: VaultStatus): Promise<number> {
  if (status) return (await countVault(reader, ctx))[status]
  return talliedTotal(reader, ctx, 'vault', 'status', { among: ['kept'] })
}

/** Those whose retention has ended at `instant`: whole months from their sums, the last one counted in the index. */
async function endedBy(reader: Reader, ctx: Ctx, instant: Date): Promise<number> {
  const { archivedAt, expiresAt } = vaultDocuments
  const month = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1))
  const [months, rest] = await Promise.all([
    talliedTotal(reader, ctx, 'vault', 'ends', { before: month.toISOString().slice(0, 7) }),
    reader.$count(
      vaultDocuments,
      and(visibleVault(ctx), isNull(archivedAt), gte(expiresAt, month), lte(expiresAt, instant)),
    ),
  ])
  return months + rest
}
