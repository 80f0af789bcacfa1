import { and, desc, eq, gte, lt } from 'drizzle-orm'
import { webhookLogs, webhookMessages } from '#db/schema/webhooks'
import { dayAfter, dayStart } from '#db/search'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findWebhook } from './find.ts'
import { presentLog } from './present.ts'
import type { WebhookLogQuery } from './schema.ts'

/** The calls of an endpoint, newest first. */
export function listWebhookLogs(ctx: Ctx, id: number, query: WebhookLogQuery) {
  authorize(ctx, 'webhook.manage')
  const { page, per_page: perPage, status, event, event_id: eventId, date_from: from, date_to: to } = query
  const where = and(
    eq(webhookLogs.tenantId, ctx.tenantId),
    eq(webhookLogs.webhookId, id),
    status ? eq(webhookLogs.status, status) : undefined,
    event ? eq(webhookMessages.event, event) : undefined,
    eventId ? eq(webhookMessages.eventId, eventId) : undefined,
    from ? gte(webhookLogs.createdAt, dayStart(from)) : undefined,
    to ? lt(webhookLogs.createdAt, dayAfter(to)) : undefined,
  )
  return read(ctx, async (reader) => {
    await findWebhook(reader, ctx, id)
    const found = reader
      .select({ log: webhookLogs, message: webhookMessages })
      .from(webhookLogs)
      .innerJoin(webhookMessages, eq(webhookMessages.id, webhookLogs.messageRowId))
      .where(where)
    const total = await reader.$count(found.as('found'))
    const rows = await found
      .orderBy(desc(webhookLogs.createdAt), desc(webhookLogs.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    return { items: rows.map(({ log, message }) => presentLog(log, message)), total, page, perPage }
  })
}
