import { expect, test } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { findRefused } from './delegate.tsx'

const refuse = (errors: Record<string, string[]>) =>
  findRefused(new ApiError(400, { error: { code: 'validation_error', errors } }, null))

test('what the service refuses is said at the field that it names', () => {
  expect(refuse({ name: ['Control characters.'] })).toEqual({ name: 'notMatching' })
  expect(refuse({ email: ['This is your own address.'] })).toEqual({ email: 'delegateNotPossible' })
  expect(refuse({ reason: ['No text.'], name: ['No text.'] })).toEqual({
    name: 'notMatching',
    reason: 'notMatching',
  })
  expect(refuse({ signers: ['Unknown member.'] })).toEqual({})
})
