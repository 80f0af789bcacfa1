import type { AppError } from '#lib/core/errors'
import type { ErrorDetail } from '#lib/messages/errors'

/** An error of the body as key and values: of a field, or of the request as a whole. */
interface FieldErrorDetail extends ErrorDetail {
  field?: string
}

/**
 * What `message` and `errors` say, as keys and values, in their order: first the message unless it is that of the first
 * field.
 */
export function errorDetails({ text, fields, message, details }: AppError): FieldErrorDetail[] {
  const ofFields = Object.entries(fields).flatMap(([field, texts]) =>
    texts.map(({ key, values }) => ({ field, key, values })),
  )
  const isFirstField = Object.values(details.errors ?? {})[0]?.[0] === message
  return isFirstField ? ofFields : [{ key: text.key, values: text.values }, ...ofFields]
}
