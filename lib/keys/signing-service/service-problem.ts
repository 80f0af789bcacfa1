import type { ConfirmationFailure } from '#db/schema/keys'
import { TextError } from '#lib/core/errors'
import type { ErrorText } from '#lib/messages/errors'

interface Response {
  status?: number
  /** `error` of the response (10.2). */
  code?: string | undefined
  description?: string | undefined
}

/** The service does not do what it was asked; the message is for the tenant, who has chosen it. */
export class ServiceProblem extends TextError {
  readonly failure: ConfirmationFailure

  constructor(text: ErrorText, response: Response | 'silent' = {}, options?: ErrorOptions) {
    super(text, options)
    this.failure = response === 'silent' ? 'unavailable' : findFailure(response)
  }
}

/** Errors of the specification and of its first version (10.2, 11.6, 11.10). */
function findFailure({ status = 0, code = '', description = '' }: Response): ConfirmationFailure {
  if (status >= 500 || status === 429 || code === 'temporarily_unavailable') return 'unavailable'
  if (['invalid_authentication_data', 'invalid_pin', 'invalid_otp'].includes(code)) return 'wrong'
  if (/\block(ed)?\b/i.test(description)) return 'locked'
  if (code === 'access_denied') return 'denied'
  const isOfToken = ['expired_token', 'invalid_token', 'invalid_grant'].includes(code)
  return isOfToken || /\bSAD\b|expired/i.test(description) ? 'expired' : 'failed'
}
