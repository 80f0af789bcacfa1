import { afterEach, expect, it, vi } from 'vitest'
import { api, handleSession } from './client.ts'

const stop: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const end of stop.splice(0)) end()
})

/** A service that gives these responses, one after the other. */
function answering(...responses: [status: number, body: object][]) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    sent.push([method, path, body])
    const [status, input] = responses.shift()!
    return Promise.resolve(Response.json(input, { status }))
  })
  return sent
}
function handling(accepted: boolean) {
  const handler = { askPassword: vi.fn(async () => accepted), onEnded: vi.fn() }
  stop.push(handleSession(handler))
  return handler
}
const refusal = (code: string): object => ({ error: { code, message: 'Send it to POST /api/v1/…' } })

it('a request that needs the password again is repeated after it was entered', async () => {
  const sent = answering([403, refusal('reauthentication_required')], [201, { data: { id: 7 } }])
  const { askPassword } = handling(true)
  expect(await api('POST', '/api-keys', { name: 'Shop' })).toEqual({ data: { id: 7 } })
  expect(askPassword).toHaveBeenCalledTimes(1)
  const call = ['POST', '/api/v1/api-keys', '{"name":"Shop"}']
  expect(sent).toEqual([call, call])
})

it('a request without the password fails with a message for users', async () => {
  const sent = answering([403, refusal('reauthentication_required')])
  handling(false)
  const request = api('POST', '/api-keys', {})
  await expect(request).rejects.toMatchObject({ status: 403, message: expect.stringMatching(/^Nothing was/) })
  expect(sent).toHaveLength(1)
})

it('an ended session offers to sign in again', async () => {
  answering([401, refusal('unauthenticated')], [401, refusal('unauthenticated')])
  const { onEnded } = handling(true)
  await expect(api('GET', '/account')).rejects.toMatchObject({
    status: 401,
    message: 'Your session has ended. Sign in again.',
  })
  expect(onEnded).toHaveBeenCalledTimes(1)
})
