import { AppError, validationError } from '#lib/core/errors'

export const unknownCredential = () =>
  new AppError('unauthenticated', 'The access token or API key is missing or unknown.')
export const tokenRevoked = () => new AppError('token_revoked', 'The access token was revoked or replaced.')
export const tokenExpired = (message = 'The access token has expired. Refresh it or sign in again.') =>
  new AppError('token_expired', message)
/** The response to an address in use, in whichever tenant. */
export const emailTaken = () => validationError({ email: [EMAIL_TAKEN] })
export const EMAIL_TAKEN = 'This email address is already in use.'
/** One response for unknown, used and expired links. */
export const linkInvalid = () => validationError({ token: [LINK_INVALID] })
export const LINK_INVALID = 'This link is no longer valid. Request a new one.'
