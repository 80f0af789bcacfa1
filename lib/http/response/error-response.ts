import { FastResponse } from 'srvx/node'
import { AppError, type ErrorCode, unavailable } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { errorText } from '#lib/messages/errors'
import { type ThreadError, threadErrorCode } from '#lib/workers/thread-error'
import { errorDetails } from './error-details.ts'

const BUSY_RETRY_SECONDS = 10

/** The HTTP status of every error code. */
export const statusByCode: Record<ErrorCode, number> = {
  validation_error: 400,
  invalid_json: 400,
  invalid_code: 400,
  idempotency_key_reuse: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  token_expired: 401,
  token_revoked: 401,
  api_key_expired: 401,
  forbidden: 403,
  insufficient_scope: 403,
  ip_not_allowed: 403,
  reauthentication_required: 403,
  second_factor_setup_required: 403,
  email_not_confirmed: 403,
  tenant_suspended: 403,
  sso_required: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_state: 409,
  idempotency_in_flight: 409,
  precondition_failed: 412,
  range_not_satisfiable: 416,
  inconsistent_log: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  storage_full: 507,
}

/**
 * Errors that depend on the request, not on credentials or rate limits: they are replayed under their
 * `Idempotency-Key`.
 */
export const REPLAYED_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'validation_error',
  'invalid_json',
  'invalid_code',
  'quota_exceeded',
  'not_found',
  'invalid_state',
])

/** Maps every error to a response. */
export function errorResponse(error: unknown, requestId: string): Response {
  const appError = findAppError(error) ?? internalError(error)
  const { retry_after, rate_limit, allow, content_range } = appError.details
  const headers = new Headers({ 'x-request-id': requestId })
  if (typeof retry_after === 'number') {
    headers.set('retry-after', String(retry_after))
    if (appError.code === 'rate_limited') headers.set('x-ratelimit-reset', String(retry_after))
  }
  if (typeof rate_limit === 'number') {
    headers.set('x-ratelimit-limit', String(rate_limit))
    headers.set('x-ratelimit-remaining', '0')
  }
  if (typeof allow === 'string') headers.set('allow', allow)
  if (typeof content_range === 'string') headers.set('content-range', content_range)
  if (appError.code === 'unauthenticated') headers.set('www-authenticate', 'Bearer')
  return FastResponse.json(errorBody(appError, requestId), { status: statusByCode[appError.code], headers })
}

/** The body of every error response, without what its headers say. */
export function errorBody(error: AppError, requestId: string) {
  const { retry_after, rate_limit, allow, content_range, ...members } = error.details
  const { code, message } = error
  return { error: { code, message, ...members, details: errorDetails(error), request_id: requestId } }
}

/** The AppError itself, or the one that Drizzle wraps as the cause of a failed query. */
function findAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null
}

function internalError(error: unknown): AppError {
  const threadCode = threadErrorCode(error)
  if (threadCode === 'busy' || threadCode === 'abandoned') {
    if (threadCode === 'busy') log().warn('too many documents at once: a request was refused')
    return unavailable(BUSY_RETRY_SECONDS, errorText('refusals.tooManyDocumentsAtOnce'))
  }
  if (error instanceof Error && threadCode) {
    log().warn({ err: error }, 'the work on a document was stopped')
    return unavailable(
      BUSY_RETRY_SECONDS,
      errorText('failures.documentTooHeavy', { message: (error as ThreadError).text }),
    )
  }
  log().error({ err: error }, 'request failed')
  return new AppError(
    'internal_error',
    'Something went wrong on our side. Please quote the request id if you contact us.',
  )
}
