import { ApiError } from '#components/api/client.ts'

/** What a visitor is told in place of the form. */
export type Refusal = 'closed' | 'unavailable' | 'handed_over'

/** Why the service refuses everyone, or this visitor; null for errors that the form shows. */
export function findRefusal(error: unknown): Refusal | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_state') return null
  const { current_status: status } = error.details
  return status === 'unavailable' || status === 'handed_over' ? status : 'closed'
}
