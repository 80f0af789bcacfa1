import type { ErrorMessage } from '#lib/messages/errors'

/** All error codes of `/api/v1`. */
export type ErrorCode =
  | 'validation_error'
  | 'invalid_json'
  | 'invalid_code'
  | 'idempotency_key_reuse'
  | 'unauthenticated'
  | 'invalid_credentials'
  | 'second_factor_required'
  | 'token_expired'
  | 'token_revoked'
  | 'api_key_expired'
  | 'forbidden'
  | 'insufficient_scope'
  | 'ip_not_allowed'
  | 'reauthentication_required'
  | 'second_factor_setup_required'
  | 'email_not_confirmed'
  | 'sso_required'
  | 'quota_exceeded'
  | 'not_found'
  | 'method_not_allowed'
  | 'invalid_state'
  | 'idempotency_in_flight'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | 'storage_full'

/** Error messages by field, the field in dot form (`signers.0.email`). */
export type FieldErrors = Record<string, ErrorMessage[]>

/** A text of an engine as the error of a field: it has no translation, but the error has a reason. */
export function engineMessage(text: string): ErrorMessage {
  return text as ErrorMessage
}

/** Further members of the error in the body, in snake_case as in the contract. */
type ErrorDetails = Record<string, unknown> & { errors?: FieldErrors }

/** An error with a code. Modules throw it; only the HTTP layer maps it to a status. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** The most errors in one response, so that it is not many times larger than the request. */
export const MAX_ERRORS = 1000

/** Invalid input: all errors at once, each under its field. */
export function validationError(
  fieldErrors: FieldErrors,
  details: ErrorDetails = {},
  options?: ErrorOptions,
): AppError {
  const errors = Object.fromEntries(Object.entries(fieldErrors).slice(0, MAX_ERRORS))
  const firstMessage = Object.values(errors)[0]?.[0] ?? 'The request data is not valid.'
  return new AppError('validation_error', firstMessage, { ...details, errors }, options)
}

/** @throws AppError `validation_error` when there are errors. */
export function throwIfInvalid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** The error for an unknown id, and the same for an id of another tenant. */
export function notFound(): AppError {
  return new AppError('not_found', 'The resource does not exist.')
}

/** The actor's role does not permit the action. */
export function forbidden(message: ErrorMessage = 'You are not allowed to do this.'): AppError {
  return new AppError('forbidden', message)
}

/** The record's state does not permit the action; with `errors` when a field of the body refers to the record. */
export function invalidState(message: ErrorMessage, currentStatus: string, errors?: FieldErrors): AppError {
  return new AppError('invalid_state', message, { current_status: currentStatus, ...(errors && { errors }) })
}

/** The tenant's monthly quota does not cover the request (until `resetsAt`). */
export function quotaExceeded(quota: string, limit: number, used: number, resetsAt: Date): AppError {
  return new AppError(
    'quota_exceeded',
    `Monthly quota exceeded: ${used} of ${limit} ${quota} used. It resets on ${resetsAt.toISOString().slice(0, 10)}.`,
    {
      quota,
      limit,
      used,
      resets_at: resetsAt.toISOString(),
    },
  )
}

/** Too many requests (429); the client may retry after `retryAfterSeconds`. `limit` is the one that was exceeded. */
export function rateLimited(retryAfterSeconds: number, message?: string, limit?: number): AppError {
  return new AppError('rate_limited', message ?? `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    retry_after: retryAfterSeconds,
    rate_limit: limit,
  })
}

/** Overloaded or a dependency is down (503); the client may retry after `retryAfterSeconds`. */
export function unavailable(retryAfterSeconds: number, message: ErrorMessage): AppError {
  return new AppError('unavailable', message, { retry_after: retryAfterSeconds })
}
