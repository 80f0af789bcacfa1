import { readCounters } from '#db/lists/counters'
import { readList } from '#db/tenancy/tenant'
import { lastMonths } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { processStatuses } from '#lib/core/enumerations'
import { authorize } from '#lib/policy'
import type { ProcessStatistics } from '../schema.ts'

const MONTHS_SHOWN = 12

/**
 * The number of processes by status, and of those sent and completed in each of the last months, from the counters. A
 * process that was declared void later no longer counts as completed.
 */
export function getProcessStatistics(ctx: Ctx): Promise<ProcessStatistics> {
  authorize(ctx, 'process.read')
  const months = lastMonths(ctx.now, MONTHS_SHOWN)
  return readList(
    ctx,
    async (reader) => {
      const [byStatus, sentByMonth, completedByMonth] = await Promise.all([
        readCounters(reader, ctx, 'processes', 'status'),
        readCounters(reader, ctx, 'processes', 'sent', { from: months[0]! }),
        readCounters(reader, ctx, 'processes', 'completed', { from: months[0]! }),
      ])
      return {
        by_status: Object.fromEntries(processStatuses.map((status) => [status, getCount(byStatus, status)])),
        by_month: months.map((month) => ({
          month,
          sent: getCount(sentByMonth, month),
          completed: getCount(completedByMonth, month),
        })),
      }
    },
    { filtered: false },
  )
}

function getCount(counters: Awaited<ReturnType<typeof readCounters>>, key: string): number {
  return counters.find((counter) => counter.key === key)?.count ?? 0
}
