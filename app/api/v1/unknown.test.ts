import { expect, it } from 'vitest'
import { call } from '#lib/testing/call'
import * as unknown from './[...path]/route.ts'

it.each([
  ['GET', unknown.GET],
  ['POST', unknown.POST],
  ['DELETE', unknown.DELETE],
  ['OPTIONS', unknown.OPTIONS],
] as const)('404 for %s of a path that is none, in the one shape', async (method, handler) => {
  const path = '/api/v1/no/such/thing'
  const refused = await call(handler as Parameters<typeof call>[0], { method, path, params: { path: 'no' } })
  expect(refused.status).toBe(404)
  expect(refused.body.error).toMatchObject({ code: 'not_found', request_id: expect.stringMatching(/^req_/) })
})
