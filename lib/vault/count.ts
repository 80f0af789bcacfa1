import { and, gt, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { countRetentionEnds, countTotal, readCounters } from '#db/lists/counters'
import { whereBetween } from '#db/lists/search'
import { vaultDocuments } from '#db/schema/vault'
import { type FolderFilter, whereInFolder } from '#db/tenancy/folders'
import type { Reader } from '#db/tenancy/tenant'
import { addDays, DAY_SECONDS, dayStart, parseEnd } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { formatUtcDay } from '#lib/core/text/format-day'
import { whereStatus, whereVisibleVault, whereVoided } from './find.ts'
import { EXPIRING_DAYS, type VaultStatus } from './rules.ts'

type VaultCounts = Record<VaultStatus, number> & { bytes: number }

/** The number of vault documents by status now, from the counters and one index range. */
export async function countVault(reader: Reader, ctx: Ctx, folder?: FolderFilter): Promise<VaultCounts> {
  const [countsByStatus, expired, expiredOrExpiring] = await Promise.all([
    readCounters(reader, ctx, 'vault', 'status', { folder }),
    countEndedBy(reader, ctx, ctx.now, folder),
    countEndedBy(reader, ctx, addDays(ctx.now, EXPIRING_DAYS), folder),
  ])
  const getCounter = (status: string) => countsByStatus.find(({ key }) => key === status)?.count ?? 0
  return {
    archived: getCounter('archived'),
    expired,
    expiring: expiredOrExpiring - expired,
    active: getCounter('active') - expiredOrExpiring,
    bytes: countsByStatus.reduce((total, { bytes }) => total + bytes, 0),
  }
}

/** The number of void documents by status, without archived ones; the few are counted in the table. */
export async function countVoided(reader: Reader, ctx: Ctx) {
  const countWithStatus = (status: VaultStatus) =>
    sql<number>`count(*) filter (where ${whereStatus(status, ctx.now)})`.mapWith(Number)
  const [counts] = await reader
    .select({
      active: countWithStatus('active'),
      expiring: countWithStatus('expiring'),
      expired: countWithStatus('expired'),
    })
    .from(vaultDocuments)
    .where(and(whereVisibleVault(ctx), isNull(vaultDocuments.archivedAt), whereVoided(reader, ctx, true)))
  return counts!
}

interface CountFilters {
  date_from?: string
  date_to?: string
  folder_id?: FolderFilter
}

/** The total of a list filtered only by status, folder and time of signing, from the counters and index ranges. */
export async function countVaultDocuments(
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
  const countEnded = (expiresBefore: Date, after?: Date) =>
    countRetentionEnding(
      reader,
      ctx,
      and(after && gt(vaultDocuments.expiresAt, after), lte(vaultDocuments.expiresAt, expiresBefore)),
      filters,
    )
  if (status === 'archived') return countSigned(reader, ctx, 'archived', filters)
  if (status === 'expired') return countEnded(ctx.now)
  if (status === 'expiring') return countEnded(expiringBefore, ctx.now)
  const signed = await countSigned(reader, ctx, 'active', filters)
  return signed - (status === 'active' ? await countEnded(expiringBefore) : 0)
}

/** The number signed in a period: whole days (UTC) from the counters, parts of days at its ends from the index. */
async function countSigned(
  reader: Reader,
  ctx: Ctx,
  kind: 'active' | 'archived',
  { date_from, date_to, folder_id: folder }: CountFilters,
): Promise<number> {
  const { archivedAt, signedAt, folderId } = vaultDocuments
  const [start, end] = [date_from ? new Date(date_from) : null, date_to ? parseEnd(date_to) : null]
  const firstDay = start && startOfUtcDay(new Date(start.getTime() + DAY_SECONDS * 1000 - 1))
  const dayAfterLast = end && startOfUtcDay(end)
  const countPart = (from: Date | null, before: Date | null) =>
    reader.$count(
      vaultDocuments,
      and(
        whereVisibleVault(ctx),
        kind === 'archived' ? isNotNull(archivedAt) : isNull(archivedAt),
        from ? gte(signedAt, from) : undefined,
        before ? lt(signedAt, before) : undefined,
        whereInFolder(folderId, folder),
      ),
    )
  if (firstDay && dayAfterLast && firstDay > dayAfterLast) return countPart(start, end)
  const counts = await Promise.all([
    countTotal(reader, ctx, 'vault', kind, {
      from: firstDay ? formatUtcDay(firstDay) : undefined,
      before: dayAfterLast ? formatUtcDay(dayAfterLast) : undefined,
      folder,
    }),
    start && firstDay! > start ? countPart(start, firstDay) : 0,
    end && end > dayAfterLast! ? countPart(dayAfterLast, end) : 0,
  ])
  return counts.reduce((total, count) => total + count, 0)
}

const startOfUtcDay = (time: Date) => dayStart(formatUtcDay(time))

/** The number whose retention has ended at an instant: earlier days from the counters, that day from the index. */
async function countEndedBy(reader: Reader, ctx: Ctx, instant: Date, folder: FolderFilter): Promise<number> {
  const { expiresAt } = vaultDocuments
  const day = formatUtcDay(instant)
  const [countOnEarlierDays, countOnThatDay] = await Promise.all([
    countRetentionEnds(reader, ctx, day, folder),
    countRetentionEnding(reader, ctx, and(gte(expiresAt, dayStart(day)), lte(expiresAt, instant)), {
      folder_id: folder,
    }),
  ])
  return countOnEarlierDays + countOnThatDay
}

/** Counts by end of retention and day of signing from the index. */
function countRetentionEnding(
  reader: Reader,
  ctx: Ctx,
  ending: SQL | undefined,
  { date_from, date_to, folder_id }: CountFilters,
): Promise<number> {
  const signedBetween = whereBetween(vaultDocuments.signedAt, date_from, date_to)
  const isInFolder = whereInFolder(vaultDocuments.folderId, folder_id)
  return reader.$count(
    vaultDocuments,
    and(whereVisibleVault(ctx), isNull(vaultDocuments.archivedAt), ending, signedBetween, isInFolder),
  )
}
