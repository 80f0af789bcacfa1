import { describe, expect, it } from 'vitest'
import { call } from '#lib/testing/service/call'
import * as catchAllRoute from './[...path]/route.ts'
import * as rootRoute from './route.ts'

describe.each([
  ['/api/v1/no/such/thing', catchAllRoute],
  ['/api/v1', rootRoute],
])('%s', (path, handlers) => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '404 for %s, as an error in JSON',
    async (method) => {
      const handler = handlers[method] as Parameters<typeof call>[0]
      const errorResponse = await call(handler, { method, path, params: { path: 'no' } })
      expect(errorResponse.status).toBe(404)
      expect(errorResponse.body.error).toMatchObject({
        code: 'not_found',
        request_id: expect.stringMatching(/^req_/),
      })
    },
  )
})
