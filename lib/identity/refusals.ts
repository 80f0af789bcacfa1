import { AppError, validationError } from '#lib/core/errors'
import type { Scope } from '#lib/core/roles'
import { errorText } from '#lib/messages/errors'

export const unknownCredential = () =>
  new AppError('unauthenticated', 'The access token or API key is missing or unknown.')
export const tokenRevoked = () => new AppError('token_revoked', 'The access token was revoked or replaced.')
export const tokenExpired = (message = 'The access token has expired. Refresh it or sign in again.') =>
  new AppError('token_expired', message)
/** The email address belongs to another user of this tenant or, at a sign-up, of any tenant. */
export const emailTaken = () => validationError({ email: [EMAIL_TAKEN] })
/** The directory may bring that user back. */
export const emailOfSuspendedUser = () =>
  validationError({ email: [errorText('identity.emailOfSuspendedUser')] })
/** Passwords are not accepted, nor is the address by the provider of the tenant. */
export const emailNotOfProvider = (domain: string) =>
  validationError({ email: [errorText('identity.emailNotOfProvider', { domain })] })
export const EMAIL_TAKEN = errorText('identity.emailInUse')
/** The same error for unknown, used and expired links. */
export const linkInvalid = () => validationError({ token: [LINK_INVALID] })
export const LINK_INVALID = errorText('identity.linkNoLongerValid')

export function insufficientScope(message: string, details: { required_scope?: Scope } = {}): AppError {
  return new AppError('insufficient_scope', message, details)
}
