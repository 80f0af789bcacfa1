import { ApiError } from '#components/api/client.ts'

/** Whether the error says that a draft cannot be changed any more: it was deleted, is out of reach, or is no draft. */
export const isDraftEnded = (error: unknown): error is ApiError =>
  error instanceof ApiError && [403, 404, 409].includes(error.status)
