import type { ApiErrorCode, components } from './operations.ts'

/** The codes of the errors that this client finds itself. */
type ClientErrorCode =
  | 'network_error'
  | 'timeout'
  | 'unexpected_response'
  | 'process_ended'
  | 'invalid_webhook'

/** Services newer than this client may have more codes. */
export type ErrorCode = ApiErrorCode | ClientErrorCode | (string & {})

/** The members of an error that depend on its code. */
type ErrorDetails = Partial<components['schemas']['Error']['error']>

interface ErrorParts {
  code: ErrorCode
  message: string
  status?: number | null
  details?: ErrorDetails
  requestId?: string | null
  retryAfter?: number | null
  cause?: unknown
}

/** Every failure of a call, except one that the caller aborts, and wrong arguments. */
export class ParaphError extends Error {
  override readonly name = 'ParaphError'
  /** For programs. */
  readonly code: ErrorCode
  /** The HTTP status; null if there was no response. */
  readonly status: number | null
  /** Messages by field, in dot notation: `signers.0.email`. */
  readonly fields: Record<string, string[]>
  /** Quote it in support requests. */
  readonly requestId: string | null
  /** Seconds after which the service suggests to try again. */
  readonly retryAfter: number | null
  /** The error as the service sent it: `reason`, `current_status`, `required_scope`, `resets_at` … */
  readonly details: ErrorDetails

  constructor({ code, message, status, details = {}, requestId, retryAfter, cause }: ErrorParts) {
    super(message, { cause })
    this.code = code
    this.status = status ?? null
    this.fields = details.errors ?? {}
    this.requestId = details.request_id ?? requestId ?? null
    this.retryAfter = retryAfter ?? null
    this.details = details
  }
}

/** The error of a response that is not a success. */
export async function toError(response: Response): Promise<ParaphError> {
  const { status, headers } = response
  const common = { status, requestId: headers.get('x-request-id'), retryAfter: parseRetryAfter(headers) }
  const text = await response.text()
  const details = parseError(text)
  if (details) return new ParaphError({ ...common, code: details.code, message: details.message, details })
  return new ParaphError({
    ...common,
    code: 'unexpected_response',
    message: `The response has status ${status} and no error of the API: ${text.slice(0, 200) || 'it is empty'}.`,
  })
}

function parseError(text: string): components['schemas']['Error']['error'] | null {
  try {
    const { error } = JSON.parse(text) as components['schemas']['Error']
    return typeof error?.code === 'string' ? error : null
  } catch {
    return null
  }
}

/** The seconds of `Retry-After`, which is a number or a date. */
function parseRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')
  if (!value) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}
