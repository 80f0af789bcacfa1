import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { resolveTarget } from '#lib/core/network/outbound-guard'
import { describeRequestError } from '#lib/core/network/request-error'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { LogRow, MessageRow, WebhookRow } from '../present.ts'
import { parseRetryAfter } from '../rules.ts'
import { post } from './post.ts'
import { decryptSecrets, signedHeaders } from './signature.ts'

const TIMEOUT_SECONDS = 15

/** An attempt that is to be made. */
export interface DeliveryAttempt {
  log: LogRow
  message: MessageRow
  webhook: WebhookRow
}

/** The result of an attempt. */
export interface AttemptResult {
  success: boolean
  startedAt: Date
  durationMilliseconds: number
  status: number | null
  body: string | null
  error: ErrorText | null
  retryAfterSeconds: number
}

/**
 * Makes one attempt, signed according to Standard Webhooks. Network and HTTP errors are results; only the abort by
 * `stop`, when the worker must end, is thrown.
 */
export async function send(
  { webhook, message }: DeliveryAttempt,
  stop: AbortSignal,
  timeoutSeconds = TIMEOUT_SECONDS,
): Promise<AttemptResult> {
  const startedAt = now()
  const began = performance.now()
  const result = (members: Partial<AttemptResult>): AttemptResult => ({
    success: false,
    startedAt,
    durationMilliseconds: Math.round(performance.now() - began),
    status: null,
    body: null,
    error: null,
    retryAfterSeconds: 0,
    ...members,
  })
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  try {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Paraph-Webhooks/1.1',
      ...signedHeaders(message, decryptSecrets(webhook, startedAt), startedAt),
    }
    const target = await resolveTarget(webhook.url, env().webhookAllowedHosts)
    const reply = await post(target, headers, message.body, AbortSignal.any([timeout, stop]))
    const { status, body } = reply
    const retryAfterSeconds = parseRetryAfter(reply.retryAfter, now())
    const success = status >= 200 && status < 300
    return result({ success, status, body, retryAfterSeconds, error: success ? null : statusError(status) })
  } catch (error) {
    stop.throwIfAborted()
    return result({
      error: timeout.aborted
        ? errorText('failures.noResponseInTime', { seconds: timeoutSeconds })
        : describeRequestError(error),
    })
  }
}

function statusError(status: number): ErrorText {
  if (status >= 300 && status < 400) return errorText('failures.redirectNotFollowed', { status })
  return errorText('failures.respondedWithStatus', { status })
}
