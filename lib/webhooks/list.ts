import { asc, desc } from 'drizzle-orm'
import { webhooks } from '#db/schema/webhooks'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { CreationQuery } from '#lib/core/shapes'
import { authorize } from '#lib/policy'
import { whereVisibleWebhook } from './find.ts'
import { presentWebhook } from './present.ts'

/** The endpoints that the caller sees, a page of them. */
export function listWebhooks(ctx: Ctx, { page, per_page: perPage, sort }: CreationQuery) {
  authorize(ctx, 'webhook.read')
  const direction = sort.startsWith('-') ? desc : asc
  const condition = whereVisibleWebhook(ctx)
  return read(ctx, async (reader) => {
    const rows = await reader
      .select()
      .from(webhooks)
      .where(condition)
      .orderBy(direction(webhooks.createdAt), direction(webhooks.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    return { items: rows.map(presentWebhook), total: await reader.$count(webhooks, condition), page, perPage }
  })
}
