import { and, eq } from 'drizzle-orm'
import { webhookLogs } from '#db/schema/webhooks'
import type { Tx } from '#db/tenant'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { notBefore, type WebhookRow } from '../present.ts'
import { enqueueTurn } from '../queue.ts'
import { retryDelaySeconds } from '../rules.ts'
import type { Call, Outcome } from '../send.ts'

/** The next attempt of the schedule; a test has none, and neither has what was replayed after its end. */
export async function tryAgain(
  tx: Tx,
  ctx: Ctx,
  { log, message }: Call,
  { retryAfterSeconds }: Outcome,
  webhook: WebhookRow,
): Promise<boolean> {
  const isScheduled = webhook.active && message.eventId !== null && message.status === 'pending'
  const delaySeconds = retryDelaySeconds(log.attempt, retryAfterSeconds, Math.random())
  if (!isScheduled || delaySeconds === null) return false
  const { tenantId, webhookId, messageRowId, url } = log
  const dueAt = addSeconds(ctx.now, delaySeconds)
  await tx
    .update(webhookLogs)
    .set({ nextRetryAt: notBefore(dueAt, webhook) })
    .where(and(eq(webhookLogs.tenantId, tenantId), eq(webhookLogs.id, log.id)))
  const attempt = log.attempt + 1
  await tx
    .insert(webhookLogs)
    .values({ tenantId, webhookId, messageRowId, url, attempt, dueAt, createdAt: ctx.now })
  await enqueueTurn(tx, { tenantId, webhookId, failing: true }, delaySeconds)
  return true
}
