import { and, eq } from 'drizzle-orm'
import { webhookLogs, webhookMessages } from '#db/schema/webhooks'
import type { Tx } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { retryTime, type WebhookRow } from '#lib/webhooks/present'
import { retryDelaySeconds } from '#lib/webhooks/rules'
import { enqueueDeliveryRun } from '../queue.ts'
import type { AttemptResult, DeliveryAttempt } from '../send.ts'

/**
 * The next attempt of the schedule.
 * @returns false without one: for tests, for replays after the last attempt, and when the delivery was cancelled
 */
export async function scheduleRetry(
  tx: Tx,
  ctx: Ctx,
  { log, message }: DeliveryAttempt,
  { retryAfterSeconds }: AttemptResult,
  webhook: WebhookRow,
): Promise<boolean> {
  const { tenantId, webhookId, messageRowId, url } = log
  const delaySeconds = retryDelaySeconds(log.attempt, retryAfterSeconds, Math.random())
  if (!webhook.active || message.eventId === null || delaySeconds === null) return false
  const isPending = and(
    eq(webhookMessages.tenantId, tenantId),
    eq(webhookMessages.id, messageRowId),
    eq(webhookMessages.status, 'pending'),
  )
  if ((await tx.$count(webhookMessages, isPending)) === 0) return false
  const dueAt = addSeconds(ctx.now, delaySeconds)
  await tx
    .update(webhookLogs)
    .set({ nextRetryAt: retryTime(dueAt, webhook, ctx.now) })
    .where(and(eq(webhookLogs.tenantId, tenantId), eq(webhookLogs.id, log.id)))
  const attempt = log.attempt + 1
  await tx
    .insert(webhookLogs)
    .values({ tenantId, webhookId, messageRowId, url, attempt, dueAt, createdAt: ctx.now })
  await enqueueDeliveryRun(tx, { tenantId, webhookId, failing: true }, delaySeconds)
  return true
}
