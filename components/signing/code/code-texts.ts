import { ApiError } from '#components/api/client.ts'
import type { SigningTexts } from '#lib/messages/signing'
import { fill, fillPlural } from '../fill.ts'
import { formatError } from '../notice.tsx'

/** Why a code was not sent or not taken. @param failure an error, or `short` for a code that is not whole */
export function describeFailure(failure: unknown, t: SigningTexts): string {
  if (failure === 'short') return t.otpShort
  if (!(failure instanceof ApiError)) return formatError(failure, t)
  if (failure.status === 429) return t.otpTooMany
  if (failure.code !== 'invalid_code') return formatError(failure, t)
  return failure.attemptsLeft ? fillPlural(t.otpWrong, { count: failure.attemptsLeft }, t) : t.otpUsedUp
}

/** Whether the service refused a code; without an answer, or where the service failed, the same code may be sent again. */
export const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Where the code goes, or went. */
export function describeSending(
  { method, destination }: { method: string | null; destination: string | null },
  isSent: boolean,
  t: SigningTexts,
): string {
  const place = destination ?? ''
  // In one line. Without letters it would be written as the text around it: left-to-right isolate, pop directional isolate.
  const phone = `\u2066${place.replaceAll(' ', '\u00a0')}\u2069`
  if (method === 'sms') return fill(isSent ? t.otpSentSms : t.otpWhySms, { phone })
  return fill(isSent ? t.otpSent : t.otpWhy, { email: place })
}
