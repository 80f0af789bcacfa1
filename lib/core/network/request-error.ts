import { type ErrorText, errorText } from '#lib/messages/errors'
import { ForbiddenTarget } from './outbound-guard.ts'

const messages: Record<string, ErrorText> = {
  ECONNREFUSED: errorText('failures.connectionRefused'),
  ECONNRESET: errorText('failures.connectionReset'),
  EHOSTUNREACH: errorText('failures.hostUnreachable'),
  ENETUNREACH: errorText('failures.networkUnreachable'),
  ETIMEDOUT: errorText('failures.connectionTimedOut'),
  HPE_HEADER_OVERFLOW: errorText('failures.responseHeadersTooLong'),
}

/** Why a request got no response, without internal addresses. */
export function describeRequestError(error: unknown): ErrorText {
  if (error instanceof ForbiddenTarget) return error.text
  const { code = '' } = error as { code?: string }
  if (messages[code]) return messages[code]
  if (/CERT|SIGNED|SSL|TLS|SIGNATURE|ISSUER/.test(code))
    return errorText('failures.tlsConnectionFailed', { code })
  return code
    ? errorText('failures.connectionFailedWithCode', { code })
    : errorText('failures.connectionFailed')
}
