import { and, asc, desc, eq, gte, inArray, lt, type SQL } from 'drizzle-orm'
import { webhookLogs, webhookMessages } from '#db/schema/webhooks'
import { readList } from '#db/tenancy/tenant'
import { eventTypes } from '#lib/audit/events'
import { dayAfter, dayStart } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { authorizeAuditGroup } from '../audit-group.ts'
import { findWebhook } from '../find.ts'
import { presentLog } from '../present.ts'
import type { WebhookLogQuery } from '../schema.ts'
import { earlierDueAt } from './next-delivery.ts'

/** The deliveries of a webhook, newest first by default. */
export function listWebhookLogs(ctx: Ctx, id: number, query: WebhookLogQuery) {
  authorize(ctx, 'webhook.read')
  const { page, per_page: perPage, status, event, event_id: eventId, date_from: from, date_to: to } = query
  const matchesEvent = and(
    eq(webhookMessages.webhookId, id),
    event ? whereEvent(event) : undefined,
    eventId ? eq(webhookMessages.eventId, eventId) : undefined,
  )
  const order = query.sort === 'created_at' ? asc : desc
  return readList(ctx, async (reader) => {
    const webhook = await findWebhook(reader, ctx, id)
    authorizeAuditGroup(ctx, webhook)
    const messages = reader.select({ id: webhookMessages.id }).from(webhookMessages).where(matchesEvent)
    const condition = and(
      eq(webhookLogs.tenantId, ctx.tenantId),
      eq(webhookLogs.webhookId, id),
      status ? eq(webhookLogs.status, status) : undefined,
      event || eventId ? inArray(webhookLogs.messageRowId, messages) : undefined,
      from ? gte(webhookLogs.createdAt, dayStart(from)) : undefined,
      to ? lt(webhookLogs.createdAt, dayAfter(to)) : undefined,
    )
    const total = await reader.$count(webhookLogs, condition)
    const rows = await reader
      .select({ log: webhookLogs, message: webhookMessages, earlierDueAt: earlierDueAt(reader, id) })
      .from(webhookLogs)
      .innerJoin(webhookMessages, eq(webhookMessages.id, webhookLogs.messageRowId))
      .where(condition)
      .orderBy(order(webhookLogs.createdAt), order(webhookLogs.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    const items = rows.map(({ log, message, earlierDueAt }) =>
      presentLog(ctx, log, message, webhook, earlierDueAt),
    )
    return { items, total, page, perPage }
  })
}

/** @param event a type, or a group of types of the audit log such as `audit.user.*` */
function whereEvent(event: string): SQL {
  if (!event.endsWith('.*')) return eq(webhookMessages.event, event)
  const types = eventTypes.map((type) => `audit.${type}`)
  return inArray(
    webhookMessages.event,
    types.filter((type) => type.startsWith(event.slice(0, -1))),
  )
}
