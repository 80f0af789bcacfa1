import { and, eq, gte } from 'drizzle-orm'
import { countBytes, readCounters } from '#db/lists/counters'
import { apiCalls, usage } from '#db/schema/identity'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { monthStart, toMonth } from '../rules.ts'
import type { UsageRecord } from '../usage-schema.ts'
import { countUsers } from '../users/internal/users.ts'
import { countAllBytes, findUsage } from './quotas.ts'

const MONTHS_SHOWN = 12
/** Counts of zero, so that statuses without processes are shown, too. */
const zeroByStatus = {
  draft: 0,
  sent: 0,
  in_progress: 0,
  completed: 0,
  refused: 0,
  cancelled: 0,
  voided: 0,
  expired: 0,
}

/**
 * The tenant's usage: this month against the quotas of the whole tenant, and the last months. Processes and storage are
 * those in folders that the caller can see.
 */
export function getUsage(ctx: Ctx): Promise<UsageRecord> {
  authorize(ctx, 'account.read')
  return read(ctx, async (reader) => {
    const quotas = await findUsage(reader, ctx.tenantId, ctx.now)
    const byMonth = await countUsageByMonth(reader, ctx)
    return {
      period: { start: monthStart(ctx.now).toISOString(), end: monthStart(ctx.now, 1).toISOString() },
      documents: quotaRecord(quotas.documents),
      signatures: quotaRecord(quotas.signatures),
      processes: await countProcessesByStatus(reader, ctx),
      storage: storageRecord({ used: await countAllBytes(reader, ctx), limit: quotas.bytesLimit }),
      storage_bytes: await countBytes(reader, ctx),
      users: await countUsers(reader, ctx),
      api_calls: byMonth.at(-1)!.api_calls,
      by_month: byMonth,
    }
  })
}

function quotaRecord({ used, limit }: { used: number; limit: number }) {
  return { used, limit, remaining: Math.max(0, limit - used) }
}

function storageRecord({ used, limit }: { used: number; limit: number | null }) {
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used) }
}

async function countUsageByMonth(reader: Reader, { tenantId, now }: Ctx): Promise<UsageRecord['by_month']> {
  const firstMonth = toMonth(monthStart(now, 1 - MONTHS_SHOWN))
  const monthRows = await reader
    .select()
    .from(usage)
    .where(and(eq(usage.tenantId, tenantId), gte(usage.month, firstMonth)))
  const callRows = await reader
    .select()
    .from(apiCalls)
    .where(and(eq(apiCalls.tenantId, tenantId), gte(apiCalls.month, firstMonth)))
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const month = toMonth(monthStart(now, index + 1 - MONTHS_SHOWN))
    const row = monthRows.find((entry) => entry.month === month)
    return {
      month: month.slice(0, 7),
      documents: row?.documents ?? 0,
      signatures: row?.signatures ?? 0,
      api_calls: callRows.find((entry) => entry.month === month)?.calls ?? 0,
    }
  })
}

async function countProcessesByStatus(reader: Reader, ctx: Ctx): Promise<UsageRecord['processes']> {
  const rows = await readCounters(reader, ctx, 'processes', 'status')
  return { ...zeroByStatus, ...Object.fromEntries(rows.map(({ key, count }) => [key, count])) }
}
