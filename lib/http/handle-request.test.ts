import { expect, it } from 'vitest'
import { z } from 'zod'
import { currentRequestId, runWithRequestId } from '#lib/core/request'
import { call } from '#lib/testing/service/call'
import { listErrorCodes } from '../reference/error-codes.ts'
import { item } from './response/response.ts'
import { route } from './route.ts'

const handler = route({
  summary: 'Get the request id',
  tag: 'Test',
  permission: 'public',
  response: item(z.object({ id: z.string().optional() })),
  handler: async () => ({ id: currentRequestId() }),
})

it('a response has the request id of its log lines', async () => {
  const responses = await Promise.all([call(handler), call(handler)])
  const ids = responses.map(({ body }) => body.data.id)
  expect(ids).toEqual(responses.map(({ headers }) => headers.get('x-request-id')))
  expect(new Set(ids).size).toBe(2)
  expect(currentRequestId()).toBeUndefined()
})

it('a response has the request id of the web server', async () => {
  const response = await runWithRequestId('req_given', () => call(handler))
  expect([response.headers.get('x-request-id'), response.body.data.id]).toEqual(['req_given', 'req_given'])
})

it('the reference lists `forbidden` for writes on every route that accepts a cookie', () => {
  const codes = (method: 'GET' | 'POST', permission: string) =>
    listErrorCodes({ method, declaration: { ...handler.declaration, permission } }).get(403) ?? []
  expect(codes('POST', 'signer')).toContain('forbidden')
  expect(codes('POST', 'account.read')).toContain('forbidden')
  expect(codes('GET', 'signer')).not.toContain('forbidden')
  expect(codes('POST', 'public')).toEqual([])
})
