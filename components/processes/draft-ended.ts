import { ApiError } from '#components/api/client.ts'

/**
 * Whether the error says that a draft cannot be changed any more: it was deleted, is out of reach, or is no draft. Other
 * reasons of a 403 pass, such as an email address that is not confirmed.
 */
export const isDraftEnded = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'forbidden' || [404, 409].includes(error.status))
