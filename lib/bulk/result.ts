import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { bulkSendRows } from '#db/schema/bulk'
import { processes } from '#db/schema/processes'
import { type Reader, read } from '#db/tenancy/tenant'
import { recordRead } from '#lib/audit/reads'
import type { Ctx } from '#lib/core/ctx'
import { formatCsv } from '#lib/core/text/format-csv'
import { safePathPart } from '#lib/documents/upload/names'
import { authorize } from '#lib/policy'
import type { ProcessRow } from '#lib/processes/present'
import { findBulkSend } from './present.ts'

/**
 * The list with the status, process and error of each row, as a CSV. What was cancelled before its turn is `not_sent`; a
 * row that is still being sent is `pending`. The download is recorded. Rows whose process was moved to a folder that the
 * caller has no access to are left out.
 */
export async function downloadBulkResult(ctx: Ctx, id: number) {
  authorize(ctx, 'process.read')
  const { bulkSend, rows } = await read(ctx, async (reader) => ({
    bulkSend: await findBulkSend(reader, ctx, id),
    rows: await findRows(reader, ctx, id),
  }))
  const { columns, name, templateId } = bulkSend
  const isCancelled = bulkSend.status === 'cancelled'
  const lines = rows.map(({ number, cells, status, processId, processStatus, error }) => [
    String(number),
    isCancelled && status === 'pending' && !isBeingSent(processStatus) ? 'not_sent' : status,
    status === 'sent' ? String(processId ?? '') : '',
    error ?? '',
    ...columns.map((column) => cells[column] ?? ''),
  ])
  const csv = Buffer.from(formatCsv([['row', 'status', 'process_id', 'error', ...columns], ...lines]))
  return {
    body: csv,
    onOpened: () =>
      recordRead(ctx, {
        type: 'bulk_send.downloaded',
        subject: templateId === null ? { tenant: ctx.tenantId } : { template: templateId },
        data: { bulk_send_id: id, template_id: templateId, rows: rows.length, test_mode: bulkSend.testMode },
      }),
    contentType: 'text/csv; charset=utf-8',
    filename: `${safePathPart(name)}-result.csv`,
  }
}

/** Whether a pending row with a process of this status, if any, is being sent: its job has not updated the row yet. */
function isBeingSent(processStatus: ProcessRow['status'] | null): boolean {
  return processStatus !== null && processStatus !== 'cancelled'
}

/** The rows in their order. Row-level security hides processes, and thereby rows, in folders the caller has no access to. */
function findRows(reader: Reader, { tenantId }: Ctx, bulkSendId: number) {
  const { number, cells, status, processId, error } = bulkSendRows
  const isVisible = or(isNull(processId), isNotNull(processes.id))
  return reader
    .select({ number, cells, status, processId, processStatus: processes.status, error })
    .from(bulkSendRows)
    .leftJoin(processes, eq(processes.id, processId))
    .where(and(eq(bulkSendRows.tenantId, tenantId), eq(bulkSendRows.bulkSendId, bulkSendId), isVisible))
    .orderBy(asc(number))
}
