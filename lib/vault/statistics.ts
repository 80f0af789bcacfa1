import { countByMonth, countTags } from '#db/lists/counters'
import { type Reader, readList } from '#db/tenancy/tenant'
import { lastMonths } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { formatSize } from '#lib/core/text/format-size'
import { authorize } from '#lib/policy'
import { countVault, countVoided } from './count.ts'
import type { VaultStatistics } from './schema.ts'

const MONTHS_SHOWN = 12
const TOP_TAGS = 100

/** The number of vault documents by status, month and tag, from the counters. */
export function getVaultStatistics(ctx: Ctx): Promise<VaultStatistics> {
  authorize(ctx, 'vault.read')
  return readList(
    ctx,
    async (reader) => {
      const [counts, voided, documents_by_month, top_tags] = await Promise.all([
        countVault(reader, ctx),
        countVoided(reader, ctx),
        fillMonths(reader, ctx),
        countTags(reader, ctx, TOP_TAGS),
      ])
      const { active, archived, expiring, expired, bytes } = counts
      return {
        total_documents: active + archived + expiring + expired,
        active_documents: active - voided.active,
        archived_documents: archived,
        expiring_soon: expiring - voided.expiring,
        expired_documents: expired - voided.expired,
        voided_documents: voided.active + voided.expiring + voided.expired,
        total_size: bytes,
        total_size_formatted: formatSize(bytes),
        documents_by_month,
        top_tags,
      }
    },
    { filtered: false },
  )
}

async function fillMonths(reader: Reader, ctx: Ctx) {
  const months = lastMonths(ctx.now, MONTHS_SHOWN)
  const rows = await countByMonth(reader, ctx, months[0]!)
  return months.map((month) => {
    const row = rows.find((candidate) => candidate.month === month)
    return { month, count: row?.count ?? 0, size: row?.bytes ?? 0 }
  })
}
