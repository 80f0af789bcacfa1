import { expect, test } from 'vitest'
import { unavailable } from '#lib/core/errors'
import { errorResponse } from './error-response.ts'

test('a query that fails while the database is down gets a 503 with Retry-After', async () => {
  const cause = unavailable(5, 'The database is not available. Try again shortly.')
  const response = errorResponse(new Error('Failed query: select 1', { cause }), 'req_1')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toEqual({
    error: { code: 'unavailable', message: cause.message, request_id: 'req_1' },
  })
})
