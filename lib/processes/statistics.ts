import { and, count, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { readCounters } from '#db/counters'
import { processes } from '#db/schema/processes'
import { dayStart } from '#db/search'
import { type Reader, readList } from '#db/tenant'
import { lastMonths } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { type ProcessStatistics, processStatuses } from './schema.ts'

const MONTHS_SHOWN = 12

/** The number of processes by status, and of those sent and completed in each of the last months. */
export function getProcessStatistics(ctx: Ctx): Promise<ProcessStatistics> {
  authorize(ctx, 'process.read')
  return readList(ctx, async (reader) => {
    const [counters, counts] = await Promise.all([
      readCounters(reader, ctx, 'processes', 'status'),
      countByMonth(reader, ctx),
    ])
    const countOf = (status: string) => counters.find(({ key }) => key === status)?.count ?? 0
    return {
      by_status: Object.fromEntries(processStatuses.map((status) => [status, countOf(status)])),
      by_month: counts,
    }
  })
}

async function countByMonth(reader: Reader, ctx: Ctx): Promise<ProcessStatistics['by_month']> {
  const months = lastMonths(ctx.now, MONTHS_SHOWN)
  const [sentByMonth, completed] = await Promise.all([
    countMonths(reader, ctx, months[0]!, processes.sentAt),
    // The condition of the index; a process that was declared void later no longer counts.
    countMonths(reader, ctx, months[0]!, processes.completedAt, eq(processes.status, 'completed')),
  ])
  return months.map((month) => ({
    month,
    sent: sentByMonth.get(month) ?? 0,
    completed: completed.get(month) ?? 0,
  }))
}

/** The number of processes by the month of a column, from `firstMonth` on. */
async function countMonths(reader: Reader, ctx: Ctx, firstMonth: string, column: PgColumn, filter?: SQL) {
  const month = sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM')`
  const rows = await reader
    .select({ month, count: count() })
    .from(processes)
    .where(and(isOfMode(ctx), gte(column, dayStart(`${firstMonth}-01`)), filter))
    .groupBy(sql`1`)
  return new Map(rows.map((row) => [row.month, row.count]))
}

function isOfMode({ tenantId, testMode }: Ctx) {
  return and(eq(processes.tenantId, tenantId), eq(processes.testMode, testMode))
}
