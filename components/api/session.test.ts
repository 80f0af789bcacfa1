import { afterEach, expect, it, vi } from 'vitest'
import { api, handleSession } from './client.ts'

const removeHandlers: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const remove of removeHandlers.splice(0)) remove()
})

/** Stubs a service that gives these responses, one after the other. @returns the requests that it gets */
function stubResponses(...responses: [status: number, body: object][]) {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    requests.push([method, path, body])
    const [status, responseBody] = responses.shift()!
    return Promise.resolve(Response.json(responseBody, { status }))
  })
  return requests
}

/** Installs a session handler that gets the password, or does not get it. */
function installHandler(getsPassword: boolean) {
  const handler = { askPassword: vi.fn(async () => getsPassword), onEnded: vi.fn() }
  removeHandlers.push(handleSession(handler))
  return handler
}

const errorBody = (code: string): object => ({ error: { code, message: 'Send it to POST /api/v1/…' } })

it('repeats a request after the password was entered again', async () => {
  const requests = stubResponses([403, errorBody('reauthentication_required')], [201, { data: { id: 7 } }])
  const { askPassword } = installHandler(true)
  expect(await api('POST', '/api-keys', { name: 'Shop' })).toEqual({ data: { id: 7 } })
  expect(askPassword).toHaveBeenCalledTimes(1)
  const request = ['POST', '/api/v1/api-keys', '{"name":"Shop"}']
  expect(requests).toEqual([request, request])
})

it('fails with a message for users when the password is not entered', async () => {
  const requests = stubResponses([403, errorBody('reauthentication_required')])
  installHandler(false)
  const request = api('POST', '/api-keys', {})
  await expect(request).rejects.toMatchObject({ status: 403, message: expect.stringMatching(/^Nothing was/) })
  expect(requests).toHaveLength(1)
})

it('reports the end of a session to the handler', async () => {
  stubResponses([401, errorBody('unauthenticated')])
  const { onEnded } = installHandler(true)
  await expect(api('GET', '/account')).rejects.toMatchObject({
    status: 401,
    message: 'Your session has ended. Sign in again.',
  })
  expect(onEnded).toHaveBeenCalledTimes(1)
})
