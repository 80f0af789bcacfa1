import { addDays, secondsUntil } from '#lib/core/clock'
import { errorText } from '#lib/messages/errors'

/** The event types that a webhook can subscribe to. */
export const webhookEvents = [
  'document.uploaded',
  'document.deleted',
  'document.completed',
  'process.sent',
  'process.corrected',
  'process.completed',
  'process.cancelled',
  'process.voided',
  'process.expired',
  'vault.deleted',
  'signature.created',
  'signature.invited',
  'signature.viewed',
  'signature.reminded',
  'signature.delivery_failed',
  'signature.completed',
  'signature.refused',
  'signature.delegated',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The event type of tests; webhooks cannot subscribe to it. */
export const TEST_EVENT = 'webhook.test'

export const MAX_WEBHOOKS = 10
export const OLD_SECRET_HOURS = 24
export const LOG_DAYS = 30
export const STORED_BODY_BYTES = 1024
/** A webhook is disabled after failing for this many days. */
export const DISABLE_AFTER_DAYS = 5

/** Why a webhook was disabled automatically. */
export const disabledReasons = {
  gone: errorText('failures.webhookGone'),
  failing: errorText('failures.webhookFailing', { days: DISABLE_AFTER_DAYS }),
}
export type DisabledReason = keyof typeof disabledReasons

/** What a webhook has counted before its first failure, and after a success. */
export const noFailures = { failingSince: null, consecutiveFailures: 0, backoffUntil: null }

const MINUTE = 60
const HOUR = 60 * MINUTE
/** The delays between attempts. */
const RETRY_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]
const JITTER = 0.1
const MAX_DELAY_SECONDS = 24 * HOUR
/** Longer than any delay between attempts: earlier failures no longer count after it. */
const FAILURE_WINDOW_DAYS = 2

export const MAX_ATTEMPTS = RETRY_SECONDS.length + 1

/** Whether webhooks can subscribe to this type of event. */
export function isWebhookEvent(type: string): type is WebhookEvent {
  return (webhookEvents as readonly string[]).includes(type)
}

/** Whether the subscription `chosen` includes `event`. */
export function isSubscribed(chosen: readonly string[], event: string): boolean {
  return chosen.includes('*') || chosen.includes(event)
}

/**
 * Seconds until the next attempt after attempt `attempt` (from 1) has failed; null after the last one. `Retry-After`
 * can make it longer, up to a day.
 * @param random a random number from 0 to 1, for the jitter
 */
export function retryDelaySeconds(attempt: number, retryAfterSeconds: number, random: number): number | null {
  const scheduled = RETRY_SECONDS[attempt - 1]
  if (scheduled === undefined) return null
  const withJitter = scheduled * (1 + JITTER * (2 * random - 1))
  return Math.max(withJitter, Math.min(retryAfterSeconds, MAX_DELAY_SECONDS))
}

/** Seconds of a `Retry-After` header (RFC 9110, 10.2.3), in either form; 0 when absent or invalid. */
export function parseRetryAfter(header: string | undefined, now: Date): number {
  if (!header) return 0
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim())
  const seconds = (Date.parse(header) - now.getTime()) / 1000
  return seconds > 0 ? seconds : 0
}

/** Failures faster than this lead to no backoff: they cost the workers little. */
const SLOW_MILLISECONDS = 1000
const FAILURES_BEFORE_BACKOFF = 3
const MIN_BACKOFF_SECONDS = 5
const MAX_BACKOFF_SECONDS = 300

/**
 * The backoff of a webhook after consecutive failures, by the duration of the last one: a webhook whose attempts run
 * into the timeout must not use up the workers' time.
 */
export function backoffSeconds(consecutiveFailures: number, durationMilliseconds: number): number {
  const excess = consecutiveFailures - FAILURES_BEFORE_BACKOFF
  return excess < 0 || durationMilliseconds < SLOW_MILLISECONDS
    ? 0
    : Math.min(MIN_BACKOFF_SECONDS * 2 ** excess, MAX_BACKOFF_SECONDS)
}

/** When the backoff of a webhook ends; null when it is over, also because the clock of the database was set back since. */
export function backoffEnd({ backoffUntil }: { backoffUntil: Date | null }, now: Date): Date | null {
  return backoffUntil && secondsUntil(backoffUntil, now, MAX_BACKOFF_SECONDS) > 0 ? backoffUntil : null
}

interface FailureTimes {
  failingSince: Date | null
  lastFailureAt: Date | null
}

/** The first of the uninterrupted failures of a webhook that fails at `now`. */
export function failingSince({ failingSince: since, lastFailureAt }: FailureTimes, now: Date): Date {
  const isRecent = lastFailureAt && addDays(lastFailureAt, FAILURE_WINDOW_DAYS) >= now
  return since && isRecent ? since : now
}

/** Whether a webhook that has failed since `failingFrom` is to be disabled at `now`. */
export function isFailingTooLong(failingFrom: Date, now: Date): boolean {
  return addDays(failingFrom, DISABLE_AFTER_DAYS) <= now
}
