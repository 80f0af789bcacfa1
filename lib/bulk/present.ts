import { and, count, eq, inArray } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { templates } from '#db/schema/templates'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { englishMessage, presentError } from '#lib/messages/english'
import type { BulkSendRecord } from './schema.ts'

export type BulkSendRow = typeof bulkSends.$inferSelect

/** The bulk sends a credential may see: of its tenant and mode. */
export function whereVisibleBulkSend(ctx: Ctx) {
  return and(eq(bulkSends.tenantId, ctx.tenantId), eq(bulkSends.testMode, ctx.testMode))
}

/** One bulk send of the tenant. @throws AppError `not_found` */
export async function findBulkSend(reader: Reader, ctx: Ctx, id: number): Promise<BulkSendRow> {
  const [row] = await reader
    .select()
    .from(bulkSends)
    .where(and(whereVisibleBulkSend(ctx), eq(bulkSends.id, id)))
  if (!row) throw notFound()
  return row
}

/** Locks the template of a bulk send until the transaction ends: before the bulk send, as a move of the template does. */
export async function lockTemplateOf(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  bulkSendId: number,
): Promise<void> {
  await tx
    .select({ id: templates.id })
    .from(templates)
    .innerJoin(bulkSends, eq(bulkSends.templateId, templates.id))
    .where(and(eq(bulkSends.tenantId, tenantId), eq(bulkSends.id, bulkSendId)))
    .for('update', { of: templates })
}

/** Finds a bulk send like `findBulkSend` and locks it until the transaction ends. @throws AppError `not_found` */
export async function lockBulkSend(tx: Tx, ctx: Ctx, id: number): Promise<BulkSendRow> {
  await lockTemplateOf(tx, ctx, id)
  const [row] = await tx
    .select()
    .from(bulkSends)
    .where(and(whereVisibleBulkSend(ctx), eq(bulkSends.id, id)))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** The API records of bulk sends, with their progress. */
export async function presentBulkSends(
  reader: Reader,
  ctx: Ctx,
  rows: BulkSendRow[],
): Promise<BulkSendRecord[]> {
  if (rows.length === 0) return []
  const { bulkSendId, status } = bulkSendRows
  const counts = await reader
    .select({ bulkSendId, status, count: count() })
    .from(bulkSendRows)
    .where(
      and(
        eq(bulkSendRows.tenantId, ctx.tenantId),
        inArray(
          bulkSendId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(bulkSendId, status)
  return rows.map((row) => {
    const getCount = (rowStatus: string) =>
      counts.find((entry) => entry.bulkSendId === row.id && entry.status === rowStatus)?.count ?? 0
    const [sentCount, failed, remaining] = [getCount('sent'), getCount('failed'), getCount('pending')]
    return {
      id: row.id,
      template_id: row.templateId,
      name: row.name,
      status: row.status,
      ...presentError('pause_reason', row.pauseReason),
      warnings: row.warnings.map(englishMessage),
      warning_details: row.warnings.map(({ key, values }) => ({ key, values })),
      progress: { total: sentCount + failed + remaining, sent: sentCount, failed, remaining },
      test_mode: row.testMode,
      created_by: row.createdByName,
      created_at: row.createdAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
    }
  })
}

/** The API record of one bulk send. */
export async function presentBulkSend(reader: Reader, ctx: Ctx, row: BulkSendRow): Promise<BulkSendRecord> {
  return (await presentBulkSends(reader, ctx, [row]))[0]!
}
