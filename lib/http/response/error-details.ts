import type { AppError } from '#lib/core/errors'
import { type ErrorDetail, errorReader } from '#lib/messages/errors'
import api from '#messages/en/api-errors.json' with { type: 'json' }
import errors from '#messages/en/errors.json' with { type: 'json' }

/** An error of the body as key and values: of a field, or of the request as a whole. */
export interface FieldErrorDetail extends ErrorDetail {
  field?: string
}

const readError = errorReader({ ...errors, api })

/**
 * What `message` and `errors` say, as keys and values, in their order: first the message unless it is that of the first
 * field. The key of a text that is not in `lib/messages` is the reason or the code of the error.
 */
export function errorDetails({
  code,
  message,
  details: { errors: fieldErrors = {}, reason },
}: Pick<AppError, 'code' | 'message' | 'details'>): FieldErrorDetail[] {
  const unnamed = { key: typeof reason === 'string' ? reason : code, values: {} }
  const fields = Object.entries(fieldErrors).flatMap(([field, messages]) =>
    messages.map((text) => ({ field, ...(readError(text) ?? unnamed) })),
  )
  const isFirstField = Object.values(fieldErrors)[0]?.[0] === message
  return isFirstField ? fields : [readError(message) ?? unnamed, ...fields]
}
