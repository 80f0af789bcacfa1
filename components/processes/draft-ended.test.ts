import { expect, it } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { isDraftEnded } from './draft-ended.ts'

it.each([
  [403, 'forbidden', true],
  [403, 'email_not_confirmed', false],
  [403, 'reauthentication_required', false],
  [404, 'not_found', true],
  [409, 'invalid_state', true],
  [412, 'precondition_failed', false],
  [503, 'unavailable', false],
])('whether a draft has ended, by %s %s: %s', (status, code, isEnded) =>
  expect(isDraftEnded(new ApiError(status, { error: { code } }, null))).toBe(isEnded),
)
