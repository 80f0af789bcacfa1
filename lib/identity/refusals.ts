import { AppError } from '#lib/core/errors'

export const unknownCredential = () =>
  new AppError('unauthenticated', 'The access token or API key is missing or not known.')
export const tokenRevoked = () => new AppError('token_revoked', 'The access token was revoked or replaced.')
export const tokenExpired = (message = 'The access token has expired. Refresh it or sign in again.') =>
  new AppError('token_expired', message)
