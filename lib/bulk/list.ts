import { asc, desc } from 'drizzle-orm'
import { bulkSends } from '#db/schema/bulk'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { CreationQuery } from '#lib/core/shapes'
import { authorize } from '#lib/policy'
import { findBulkSend, presentBulkSend, presentBulkSends, whereVisibleBulkSend } from './present.ts'
import type { BulkSendRecord } from './schema.ts'

/** The tenant's bulk sends, newest first by default, a page at a time. */
export function listBulkSends(ctx: Ctx, { page, per_page: size, sort }: CreationQuery) {
  authorize(ctx, 'process.read')
  const direction = sort === 'created_at' ? asc : desc
  return read(ctx, async (reader) => {
    const rows = await reader
      .select()
      .from(bulkSends)
      .where(whereVisibleBulkSend(ctx))
      .orderBy(direction(bulkSends.createdAt), direction(bulkSends.id))
      .limit(size)
      .offset((page - 1) * size)
    const total = await reader.$count(bulkSends, whereVisibleBulkSend(ctx))
    return { items: await presentBulkSends(reader, ctx, rows), page, perPage: size, total, exact: true }
  })
}

/** One bulk send with its progress. */
export function getBulkSend(ctx: Ctx, id: number): Promise<BulkSendRecord> {
  authorize(ctx, 'process.read')
  return read(ctx, async (reader) => presentBulkSend(reader, ctx, await findBulkSend(reader, ctx, id)))
}
