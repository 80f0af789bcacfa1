import { AppError, validationError } from '#lib/core/errors'

export const unknownCredential = () =>
  new AppError('unauthenticated', 'The access token or API key is missing or not known.')
export const tokenRevoked = () => new AppError('token_revoked', 'The access token was revoked or replaced.')
export const tokenExpired = (message = 'The access token has expired. Refresh it or sign in again.') =>
  new AppError('token_expired', message)
/** The one answer to a mail that somebody has, whoever's tenant they are in (decisions, part 3). */
export const emailTaken = () => validationError({ email: [EMAIL_TAKEN] })
export const EMAIL_TAKEN = 'This email address is already in use.'
/** Unknown, used or too old: one answer for all. */
export const linkInvalid = () => validationError({ token: [LINK_INVALID] })
export const LINK_INVALID = 'This link is not valid any more. Ask for another.'
