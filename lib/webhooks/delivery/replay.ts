import { and, desc, eq, gt } from 'drizzle-orm'
import { webhookLogs, webhookMessages } from '#db/schema/webhooks'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { authorizeAuditGroup } from '../audit-group.ts'
import { lockWebhook } from '../find.ts'
import { type LogRow, type MessageRow, presentLog, type WebhookRow } from '../present.ts'
import type { WebhookLogRecord } from '../schema.ts'
import { enqueueDeliveryRun } from './queue.ts'

/** Replays a delivery immediately, with the same `webhook-id`; a scheduled retry is brought forward. */
export function replayDelivery(ctx: Ctx, id: number, logId: number): Promise<WebhookLogRecord> {
  authorize(ctx, 'webhook.manage')
  return write(ctx, async (tx) => {
    // Locked, so that the second of two concurrent replays sees the first.
    const webhook = await lockWebhook(tx, ctx, id)
    authorizeAuditGroup(ctx, webhook)
    const message = await findMessage(tx, ctx, id, logId)
    const log = await nextAttempt(tx, ctx, webhook, message)
    await enqueueDeliveryRun(tx, { tenantId: ctx.tenantId, webhookId: id })
    const { event, messageId } = message
    const data = { log_id: logId, event, message_id: messageId, test_mode: webhook.testMode }
    await record(tx, ctx, { type: 'webhook.replayed', subject: { webhook: id }, data })
    return presentLog(ctx, log, message, webhook)
  })
}

/** The message of a log entry. */
async function findMessage(tx: Tx, ctx: Ctx, webhookId: number, logId: number): Promise<MessageRow> {
  const isLogEntry = and(
    eq(webhookLogs.tenantId, ctx.tenantId),
    eq(webhookLogs.webhookId, webhookId),
    eq(webhookLogs.id, logId),
  )
  const [row] = await tx
    .select({ message: webhookMessages })
    .from(webhookMessages)
    .innerJoin(webhookLogs, eq(webhookLogs.messageRowId, webhookMessages.id))
    .where(isLogEntry)
  if (!row) throw notFound()
  return row.message
}

async function nextAttempt(tx: Tx, ctx: Ctx, { url }: WebhookRow, message: MessageRow): Promise<LogRow> {
  const isOfMessage = and(eq(webhookLogs.tenantId, ctx.tenantId), eq(webhookLogs.messageRowId, message.id))
  const [pending] = await tx
    .update(webhookLogs)
    .set({ dueAt: ctx.now, manual: true })
    .where(and(isOfMessage, eq(webhookLogs.status, 'pending')))
    .returning()
  await tx
    .update(webhookLogs)
    .set({ nextRetryAt: pending ? ctx.now : null })
    .where(and(isOfMessage, gt(webhookLogs.nextRetryAt, ctx.now)))
  if (pending) return pending
  const [last] = await tx
    .select({ attempt: webhookLogs.attempt })
    .from(webhookLogs)
    .where(isOfMessage)
    .orderBy(desc(webhookLogs.attempt))
    .limit(1)
  const { tenantId, webhookId, id: messageRowId } = message
  const attempt = { tenantId, webhookId, messageRowId, url, attempt: last!.attempt + 1 }
  const [log] = await tx
    .insert(webhookLogs)
    .values({ ...attempt, dueAt: ctx.now, manual: true, createdAt: ctx.now })
    .returning()
  return log!
}
