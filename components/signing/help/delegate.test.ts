import { expect, test } from 'vitest'
import { ApiError } from '#components/api/client.ts'
import { getSigningTexts } from '#lib/messages/signing'
import { findRefused } from './delegate.tsx'

const en = getSigningTexts('en')

const refuse = (errors: Record<string, string[]>) =>
  findRefused(new ApiError(400, { error: { code: 'validation_error', errors } }, null), en)

test('what the service refuses is said at the field that it names', () => {
  expect(refuse({ name: ['Control characters.'] })).toEqual({ name: en.notMatching })
  expect(refuse({ email: ['This is your own address.'] })).toEqual({ email: en.delegateNotPossible })
  expect(refuse({ reason: ['No text.'], name: ['No text.'] })).toEqual({
    ...{ name: en.notMatching, reason: en.notMatching },
  })
  expect(refuse({ signers: ['Unknown member.'] })).toEqual({})
})
