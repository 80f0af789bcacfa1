import { expect, test } from 'vitest'
import { type AppError, invalidState, notFound, unavailable, validationError } from '#lib/core/errors'
import { asErrorText, errorText } from '#lib/messages/errors'
import { errorResponse } from './error-response.ts'

test('a query that fails while the database is down gets a 503 with Retry-After', async () => {
  const cause = unavailable(5, errorText('failures.databaseUnavailable'))
  const response = errorResponse(new Error('Failed query: select 1', { cause }), 'req_1')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toEqual({
    error: {
      code: 'unavailable',
      message: cause.message,
      details: [{ key: 'failures.databaseUnavailable', values: {} }],
      request_id: 'req_1',
    },
  })
})

test('errors of fields and of the request have keys and values, in the order of their messages', async () => {
  const getDetails = async (error: AppError) => (await errorResponse(error, 'req_1').json()).error.details
  const errors = validationError({
    'signers.0.email': [
      errorText('values.mustBeEmailAddress'),
      errorText('values.atMostCharacters', { limit: 254 }),
    ],
    name: [errorText('values.required')],
  })
  expect(await getDetails(errors)).toEqual([
    { field: 'signers.0.email', key: 'values.mustBeEmailAddress', values: {} },
    { field: 'signers.0.email', key: 'values.atMostCharacters', values: { limit: '254' } },
    { field: 'name', key: 'values.required', values: {} },
  ])
  const refusal = invalidState(errorText('refusals.onlyDraftIsChanged'), 'sent', {
    name: [errorText('values.required')],
  })
  expect(await getDetails(refusal)).toEqual([
    { key: 'refusals.onlyDraftIsChanged', values: {} },
    { field: 'name', key: 'values.required', values: {} },
  ])
  const rejected = validationError(
    { file: [asErrorText('corrupt', 'Object 7 is damaged.')] },
    { reason: 'corrupt' },
  )
  expect(await getDetails(rejected)).toEqual([{ field: 'file', key: 'corrupt', values: {} }])
  expect(await getDetails(notFound())).toEqual([{ key: 'not_found', values: {} }])
})
