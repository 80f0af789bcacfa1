import { and, gt, gte, isNull, lte, type SQL } from 'drizzle-orm'
import { countRetentionEnds, countTotal, readCounters } from '#db/counters'
import { type FolderFilter, inFolder } from '#db/folders'
import { vaultDocuments } from '#db/schema/vault'
import { between, dayAfter, dayStart } from '#db/search'
import type { Reader } from '#db/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { visibleVault } from './find.ts'
import { EXPIRING_DAYS, type VaultStatus } from './rules.ts'

type VaultCounts = Record<VaultStatus, number> & { bytes: number }

/** The number of vault documents by status now: maintained sums and one index range. */
export async function countVault(reader: Reader, ctx: Ctx, folder?: FolderFilter): Promise<VaultCounts> {
  const [statuses, expired, ending] = await Promise.all([
    readCounters(reader, ctx, 'vault', 'status', { folder }),
    endedBy(reader, ctx, ctx.now, folder),
    endedBy(reader, ctx, addDays(ctx.now, EXPIRING_DAYS), folder),
  ])
  const countOf = (status: string) => statuses.find(({ key }) => key === status)?.count ?? 0
  return {
    archived: countOf('archived'),
    expired,
    expiring: ending - expired,
    active: countOf('active') - ending,
    bytes: statuses.reduce((total, { bytes }) => total + bytes, 0),
  }
}

interface CountFilters {
  date_from?: string
  date_to?: string
  folder_id?: FolderFilter
}

/** The total of a list filtered only by status, folder and day of signing: maintained sums and index ranges. */
export async function countOf(
  reader: Reader,
  ctx: Ctx,
  status: VaultStatus | undefined,
  filters: CountFilters,
): Promise<number> {
  const { date_from: from, date_to: to, folder_id: folder } = filters
  if (!from && !to) {
    if (status) return (await countVault(reader, ctx, folder))[status]
    return countTotal(reader, ctx, 'vault', 'status', { among: ['active'], folder })
  }
  const expiringBefore = addDays(ctx.now, EXPIRING_DAYS)
  const signed = (kind: 'active' | 'archived') =>
    countTotal(reader, ctx, 'vault', kind, {
      from,
      before: to && dayAfter(to).toISOString().slice(0, 10),
      folder,
    })
  const ended = (by: Date, after?: Date) =>
    countRetentionEndingIn(
      reader,
      ctx,
      and(after && gt(vaultDocuments.expiresAt, after), lte(vaultDocuments.expiresAt, by)),
      filters,
    )
  if (status === 'archived') return signed('archived')
  if (status === 'expired') return ended(ctx.now)
  if (status === 'expiring') return ended(expiringBefore, ctx.now)
  return (await signed('active')) - (status === 'active' ? await ended(expiringBefore) : 0)
}

/** The number whose retention has ended: whole days from maintained sums, the last day from the index. */
async function endedBy(reader: Reader, ctx: Ctx, instant: Date, folder: FolderFilter): Promise<number> {
  const { expiresAt } = vaultDocuments
  const day = instant.toISOString().slice(0, 10)
  const [before, onLastDay] = await Promise.all([
    countRetentionEnds(reader, ctx, day, folder),
    countRetentionEndingIn(reader, ctx, and(gte(expiresAt, dayStart(day)), lte(expiresAt, instant)), {
      folder_id: folder,
    }),
  ])
  return before + onLastDay
}

/** Counts by end of retention and day of signing, both in the index. */
function countRetentionEndingIn(
  reader: Reader,
  ctx: Ctx,
  ending: SQL | undefined,
  { date_from, date_to, folder_id }: CountFilters,
): Promise<number> {
  const signed = between(vaultDocuments.signedAt, date_from, date_to)
  const ofFolder = inFolder(vaultDocuments.folderId, folder_id)
  return reader.$count(
    vaultDocuments,
    and(visibleVault(ctx), isNull(vaultDocuments.archivedAt), ending, signed, ofFolder),
  )
}
