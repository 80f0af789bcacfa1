import { explainStartError } from '#db/connection/requirements'
import { AppError } from '#lib/core/errors'

/** Why a command failed, for the operator. */
export function explainFailure(error: Error): string {
  return error instanceof AppError ? listMessages(error) : explainStartError(error)
}

function listMessages({ message, details }: AppError): string {
  const errors = Object.entries(details.errors ?? {}).map(([field, texts]) => `${field}: ${texts.join(' ')}`)
  return errors.join('\n') || message
}
