import { addSeconds } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { TextError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { describeRequestError } from '#lib/core/network/request-error'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { decrypt } from '#lib/core/secretbox'
import { makeSmsRequest, type SmsProvider } from '#lib/core/sms-provider'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'
import { failMessage, findQueued, type Mail, MessageUnanswered, updateMessage } from './outcome.ts'
import type { SendJob, TextMessageContent } from './queue.ts'

const TIMEOUT_SECONDS = 60
/** The provider refuses this message or its number. Any other status is about the provider, the account or SMS_URL. */
const REFUSING_STATUSES: readonly number[] = [400, 422]

/** The connection ended before the response; with ECONNRESET perhaps before the request. */
const UNANSWERED_CODES: readonly string[] = ['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT']

/** The provider does not take the message now; the queue retries. */
class TextMessageDelayed extends TextError {}

/**
 * Sends one text message by the configured provider. A refusal of the provider, or the end of the time for which the
 * message is of use, ends it as failed; other errors are thrown, so that the queue retries. Of a response only its
 * status is kept: its body may quote the message.
 */
export async function sendTextMessage(
  job: SendJob,
  now: Date,
  signal?: AbortSignal,
  timeoutSeconds = TIMEOUT_SECONDS,
): Promise<void> {
  const message = await findQueued(job)
  if (!message) return
  const content = readContent(message)
  if (!content) return failMessage(message, asErrorText('sms', 'The text message cannot be decrypted.'))
  const { sms } = env()
  if (!sms) return failMessage(message, errorText('processes.smsNotConfigured'))
  if (now > addSeconds(message.createdAt, content.validSeconds))
    return failMessage(message, message.error ?? errorText('failures.smsTooLate'))
  const result = await request(sms, message.recipient, content.text, timeoutSeconds, signal)
  const { host } = new URL(sms.url)
  if (result === null) {
    endFault('sms_unreachable', host)
    return updateMessage(message, { status: 'sent', sentAt: now, content: null, error: null })
  }
  if (result.isPermanent) return failMessage(message, result.reason)
  await updateMessage(message, { error: result.reason })
  const delayed = result.isUnanswered
    ? new MessageUnanswered(result.reason)
    : new TextMessageDelayed(result.reason)
  reportFault('sms_unreachable', { subject: host, err: delayed })
  throw delayed
}

/** Makes the request. @returns null when the provider took the message */
async function request(
  provider: SmsProvider,
  to: string,
  text: string,
  timeoutSeconds: number,
  stop?: AbortSignal,
): Promise<{ reason: ErrorText; isPermanent: boolean; isUnanswered: boolean } | null> {
  const { url, ...init } = makeSmsRequest(provider, to, text)
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
    })
    await response.body?.cancel()
    if (response.ok) return null
    const { status } = response
    const isPermanent = REFUSING_STATUSES.includes(status)
    return { reason: errorText('failures.respondedWithStatus', { status }), isPermanent, isUnanswered: false }
  } catch (error) {
    stop?.throwIfAborted()
    const cause = ((error as Error).cause ?? error) as { code?: string }
    const reason = timeout.aborted
      ? errorText('failures.noResponseInTime', { seconds: timeoutSeconds })
      : describeRequestError(cause)
    const isUnanswered = timeout.aborted || UNANSWERED_CODES.includes(cause.code ?? '')
    return { reason, isPermanent: false, isUnanswered }
  }
}

function readContent(message: Mail): TextMessageContent | null {
  try {
    const bytes = decrypt('text message', message.content!, String(message.tenantId))
    return JSON.parse(bytes.toString()) as TextMessageContent
  } catch (error) {
    log().error({ err: error, mail: message.id }, 'a text message cannot be decrypted')
    return null
  }
}
