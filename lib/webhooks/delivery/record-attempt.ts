import { and, eq, isNull, ne } from 'drizzle-orm'
import { webhookLogs, webhookMessages, webhooks } from '#db/schema/webhooks'
import { type Tx, write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { counter } from '#lib/core/runtime/metrics'
import { changeWebhook, whereWebhook } from '../find.ts'
import { disable } from '../internal/disable.ts'
import { backoffSeconds, failingSince, isFailingTooLong, noFailures } from '../rules.ts'
import { scheduleRetry } from './internal/schedule-retry.ts'
import { DELIVER_QUEUE, enqueueDeliveryRun } from './queue.ts'
import type { AttemptResult, DeliveryAttempt } from './send.ts'

const GONE = 410

const attempts = counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver to webhooks, by result.',
  labels: ['result'],
})

/**
 * Records the result of an attempt with its consequences, and after a failure enqueues the next delivery run, in one
 * transaction; nothing else if the delivery has ended.
 */
export function recordAttempt(delivery: DeliveryAttempt, outcome: AttemptResult): Promise<void> {
  const { tenantId, webhookId } = delivery.log
  const ctx = makeSystemCtx(tenantId, DELIVER_QUEUE, now())
  return write(ctx, async (tx) => {
    const waitSeconds = await storeOutcome(tx, ctx, delivery, outcome)
    if (!outcome.success) await enqueueDeliveryRun(tx, { tenantId, webhookId, failing: true }, waitSeconds)
  })
}

/** @returns seconds until the next delivery run of the webhook */
async function storeOutcome(
  tx: Tx,
  ctx: Ctx,
  delivery: DeliveryAttempt,
  outcome: AttemptResult,
): Promise<number> {
  const [webhook] = await tx
    .select()
    .from(webhooks)
    .where(whereWebhook(ctx, delivery.webhook.id))
    .for('no key update')
  if (!webhook || !(await endDelivery(tx, ctx, delivery, outcome))) return 0
  const { success, status, startedAt } = outcome
  attempts.inc({ result: success ? 'succeeded' : 'failed' })
  if (success) {
    await setMessageStatus(tx, ctx, delivery, 'success')
    await changeWebhook(tx, ctx, webhook.id, { ...noFailures, lastSuccessAt: startedAt })
    return 0
  }
  // What the URL of before responded says nothing about another one.
  if (webhook.url !== delivery.webhook.url) {
    if (!(await scheduleRetry(tx, ctx, delivery, outcome, webhook)))
      await setMessageStatus(tx, ctx, delivery, 'failed')
    return 0
  }
  const failingSinceTime = failingSince(webhook, startedAt)
  const consecutiveFailures = webhook.consecutiveFailures + 1
  const waitSeconds = backoffSeconds(consecutiveFailures, outcome.durationMilliseconds)
  const failingWebhook = await changeWebhook(tx, ctx, webhook.id, {
    lastFailureAt: startedAt,
    failingSince: failingSinceTime,
    consecutiveFailures,
    backoffUntil: addSeconds(ctx.now, waitSeconds),
  })
  const isGone = status === GONE
  const isRetried = !isGone && (await scheduleRetry(tx, ctx, delivery, outcome, failingWebhook))
  if (!isRetried) await setMessageStatus(tx, ctx, delivery, 'failed')
  if (isGone) await disable(tx, ctx, webhook, 'gone')
  else if (isFailingTooLong(failingSinceTime, startedAt)) {
    await disable(tx, ctx, webhook, 'failing')
  }
  return waitSeconds
}

/**
 * Also of a delivery that was cancelled during the attempt.
 * @returns false when it has a result: it was sent twice after a crash.
 */
async function endDelivery(
  tx: Tx,
  ctx: Ctx,
  { log, webhook }: DeliveryAttempt,
  outcome: AttemptResult,
): Promise<boolean> {
  const ended = await tx
    .update(webhookLogs)
    .set({
      status: outcome.success ? 'success' : 'failed',
      url: webhook.url,
      responseStatus: outcome.status,
      responseBody: outcome.body,
      durationMilliseconds: outcome.durationMilliseconds,
      error: outcome.error,
      createdAt: outcome.startedAt,
    })
    .where(
      and(
        eq(webhookLogs.tenantId, ctx.tenantId),
        eq(webhookLogs.id, log.id),
        isNull(webhookLogs.durationMilliseconds),
      ),
    )
    .returning({ id: webhookLogs.id })
  return ended.length > 0
}

async function setMessageStatus(
  tx: Tx,
  ctx: Ctx,
  { message }: DeliveryAttempt,
  status: 'success' | 'failed',
): Promise<void> {
  await tx
    .update(webhookMessages)
    .set({ status })
    .where(
      and(
        eq(webhookMessages.tenantId, ctx.tenantId),
        eq(webhookMessages.id, message.id),
        // A delivered message stays delivered, whatever the result of a replay.
        ne(webhookMessages.status, 'success'),
      ),
    )
}
