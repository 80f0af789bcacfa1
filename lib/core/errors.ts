import { englishMessage } from '#lib/messages/english'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'
import { formatUtcDay } from './text/format-day.ts'

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
  | 'tenant_suspended'
  | 'sso_required'
  | 'quota_exceeded'
  | 'not_found'
  | 'method_not_allowed'
  | 'invalid_state'
  | 'idempotency_in_flight'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'inconsistent_log'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | 'storage_full'

/** Errors by field, the field in dot form (`signers.0.email`). */
export type FieldErrors = Record<string, ErrorText[]>

/** Further members of the error in the body, in snake_case as in the contract. */
type ErrorDetails = Record<string, unknown> & { errors?: FieldErrors }

/** An error whose message is for users. */
export class TextError extends Error {
  readonly text: ErrorText

  constructor(text: ErrorText, options?: ErrorOptions) {
    super(englishMessage(text), options)
    this.text = text
  }
}

/** An error with a code. Modules throw it; only the HTTP layer maps it to a status. */
export class AppError extends TextError {
  readonly code: ErrorCode
  readonly fields: FieldErrors
  /** The further members of the body, `errors` with the messages of the fields. */
  readonly details: Record<string, unknown> & { errors?: Record<string, string[]> }

  constructor(
    code: ErrorCode,
    text: ErrorText | string,
    { errors, ...details }: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(asErrorText(typeof details.reason === 'string' ? details.reason : code, text), options)
    this.name = 'AppError'
    this.code = code
    this.fields = errors ?? {}
    this.details = errors ? { ...details, errors: englishMessages(errors) } : details
  }
}

export function englishMessages(errors: FieldErrors): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts.map(englishMessage)]),
  )
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
  const firstError = Object.values(errors)[0]?.[0] ?? errorText('api.requestNotValid')
  return new AppError('validation_error', firstError, { ...details, errors }, options)
}

/**
 * Runs an operation whose errors name members in another order or form than that of the request.
 * @param toPath the path of a member in the request, in dot form
 */
export async function withPaths<T>(
  toPath: (path: string) => string,
  operation: () => Promise<T>,
): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.errors) throw error
    const { code, text, fields, details, cause } = error
    const errors = Object.fromEntries(Object.entries(fields).map(([path, texts]) => [toPath(path), texts]))
    throw new AppError(code, text, { ...details, errors }, { cause })
  }
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
export function forbidden(text: ErrorText = errorText('refusals.notAllowed')): AppError {
  return new AppError('forbidden', text)
}

/** The record's state does not permit the action; with `errors` when a field of the body refers to the record. */
export function invalidState(text: ErrorText, currentStatus: string, errors?: FieldErrors): AppError {
  return new AppError('invalid_state', text, { current_status: currentStatus, ...(errors && { errors }) })
}

/** The tenant's monthly quota does not cover the request (until `resetsAt`). */
export function quotaExceeded(quota: string, limit: number, used: number, resetsAt: Date): AppError {
  return new AppError(
    'quota_exceeded',
    errorText('failures.quotaExceeded', { used, limit, quota, day: formatUtcDay(resetsAt) }),
    {
      quota,
      limit,
      used,
      resets_at: resetsAt.toISOString(),
    },
  )
}

/** What the tenant has stored, with the bytes of the request, is more than its limit. */
export function storageExceeded(limit: number, used: number): AppError {
  return new AppError('quota_exceeded', errorText('failures.storageExceeded', { used, limit }), {
    quota: 'bytes',
    limit,
    used,
  })
}

/** Too many requests (429); the client may retry after `retryAfterSeconds`. `limit` is the one that was exceeded. */
export function rateLimited(retryAfterSeconds: number, limit: number, message?: string): AppError {
  return new AppError('rate_limited', message ?? `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    retry_after: retryAfterSeconds,
    rate_limit: limit,
  })
}

/** Overloaded or a dependency is down (503); the client may retry after `retryAfterSeconds`. */
export function unavailable(retryAfterSeconds: number, text: ErrorText): AppError {
  return new AppError('unavailable', text, { retry_after: retryAfterSeconds })
}
