import type { webhookLogs, webhookMessages, webhooks } from '#db/schema/webhooks'
import { latest } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { englishMessage, presentError } from '#lib/messages/english'
import { asErrorText, type ErrorText } from '#lib/messages/errors'
import { backoffEnd, disabledReasons } from './rules.ts'
import type { WebhookLogRecord, WebhookRecord } from './schema.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type MessageRow = typeof webhookMessages.$inferSelect
export type LogRow = typeof webhookLogs.$inferSelect

/** The outward shape of a webhook, without its secret. */
export function presentWebhook(row: WebhookRow): WebhookRecord {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.active,
    description: row.description,
    test_mode: row.testMode,
    created_at: row.createdAt.toISOString(),
    last_success_at: row.lastSuccessAt?.toISOString() ?? null,
    last_failure_at: row.lastFailureAt?.toISOString() ?? null,
    consecutive_failures: row.consecutiveFailures,
    ...presentError('disabled_reason', findReason(row.disabledReason)),
  }
}

/** Why a webhook was disabled, of which the English message is stored. */
function findReason(message: string | null): ErrorText | null {
  const reason = Object.values(disabledReasons).find((text) => englishMessage(text) === message)
  return reason ?? (message === null ? null : asErrorText('stored', message))
}

/** When an attempt is made: not before the backoff of the webhook ends. */
export function retryTime(dueAt: Date, webhook: Pick<WebhookRow, 'backoffUntil'>, now: Date): Date {
  return latest(dueAt, backoffEnd(webhook, now) ?? dueAt)
}

/**
 * The outward shape of a delivery.
 * @param earlierDueAt when an earlier message of its chain is due, for which a delivery waits that is not manual
 */
export function presentLog(
  { now }: Pick<Ctx, 'now'>,
  log: LogRow,
  message: MessageRow,
  webhook: WebhookRow,
  earlierDueAt: Date | null = null,
): WebhookLogRecord {
  const nextRetryAt =
    log.status === 'pending' && !log.manual ? waitingTime(now, log, webhook, earlierDueAt) : log.nextRetryAt
  return {
    id: log.id,
    webhook_id: log.webhookId,
    event_id: message.eventId,
    message_id: message.messageId,
    event: message.event,
    url: log.url,
    attempt: log.attempt,
    status: log.status,
    request_body: message.body,
    response_status: log.responseStatus,
    response_body: log.responseBody,
    duration_ms: log.durationMilliseconds,
    ...presentError('error', log.error),
    next_retry_at: nextRetryAt?.toISOString() ?? null,
    created_at: log.createdAt.toISOString(),
  }
}

/** Until when a pending delivery waits; null for a first attempt that waits for nothing. */
function waitingTime(
  now: Date,
  { attempt, dueAt }: LogRow,
  webhook: WebhookRow,
  earlierDueAt: Date | null,
): Date | null {
  const time = retryTime(latest(dueAt, earlierDueAt ?? dueAt), webhook, now)
  return attempt > 1 || time > dueAt ? time : null
}
