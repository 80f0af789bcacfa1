import { afterEach, expect, it, vi } from 'vitest'
import { api, handleSession } from './client.ts'
import { setPageMode } from './page-mode.ts'

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

/** Installs a session handler whose user enters the password, or gives up. */
function installHandler(getsPassword: boolean) {
  const enterPassword = async () => getsPassword
  const handler = {
    askPassword: vi.fn(enterPassword),
    onEnded: vi.fn(),
    onOtherMode: vi.fn(),
    signInAgain: vi.fn(enterPassword),
  }
  removeHandlers.push(handleSession(handler))
  return handler
}

const grace = { name: 'Grace', email: 'grace@example.com', role: 'user' } as const
const errorBody = (code: string): object => ({ error: { code, message: 'Send it to POST /api/v1/…' } })

it('repeats a request after the password was entered again', async () => {
  const requests = stubResponses([403, errorBody('reauthentication_required')], [201, { data: { id: 7 } }])
  const { askPassword } = installHandler(true)
  expect(await api('POST /api-keys', { body: { name: 'Shop' } })).toEqual({ data: { id: 7 } })
  expect(askPassword).toHaveBeenCalledTimes(1)
  const request = ['POST', '/api/v1/api-keys', '{"name":"Shop"}']
  expect(requests).toEqual([request, request])
})

it('fails with a message for users when the password is not entered', async () => {
  const requests = stubResponses([403, errorBody('reauthentication_required')])
  installHandler(false)
  const request = api('POST /api-keys', { body: { name: 'Shop' } })
  await expect(request).rejects.toMatchObject({ status: 403, textKey: 'passwordRequired' })
  expect(requests).toHaveLength(1)
})

it('reports the end of a session to the handler', async () => {
  stubResponses([401, errorBody('unauthenticated')])
  const { onEnded } = installHandler(true)
  await expect(api('GET /account')).rejects.toMatchObject({
    status: 401,
    textKey: 'sessionEnded',
  })
  expect(onEnded).toHaveBeenCalledTimes(1)
})

it('repeats a change after the user has signed in again', async () => {
  const requests = stubResponses([401, errorBody('unauthenticated')], [201, { data: { id: 7 } }])
  const { signInAgain } = installHandler(true)
  expect(await api('POST /users', { body: grace })).toEqual({ data: { id: 7 } })
  expect(signInAgain).toHaveBeenCalledTimes(1)
  expect(requests).toHaveLength(2)
})

it('fails when the user does not sign in again', async () => {
  const requests = stubResponses([401, errorBody('unauthenticated')])
  installHandler(false)
  await expect(api('POST /users', { body: grace })).rejects.toMatchObject({ textKey: 'sessionEnded' })
  expect(requests).toHaveLength(1)
})

it('does not wait for a sign-in in the requests of the sign-in itself', async () => {
  stubResponses([401, errorBody('invalid_credentials')])
  const { signInAgain } = installHandler(true)
  await expect(
    api('POST /auth/login', { body: { email: 'grace@example.com', password: 'wrong' } }),
  ).rejects.toMatchObject({ status: 401 })
  expect(signInAgain).not.toHaveBeenCalled()
})

it('sends the mode of the page with each change, except with that of the mode itself', async () => {
  const modes: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    modes.push(new Headers(headers).get('x-paraph-test-mode'))
    return Response.json({ data: {} })
  })
  await api('POST /users', { body: grace })
  removeHandlers.push(setPageMode(() => true))
  await api('POST /users', { body: grace })
  await api('GET /account')
  await api('PUT /account/test-mode', { body: { test_mode: false } })
  expect(modes).toEqual([null, 'true', null, null])
})

it('repeats a change in the mode in which it was made', async () => {
  const modes: unknown[] = []
  const responses = [
    Response.json(errorBody('unauthenticated'), { status: 401 }),
    Response.json({ data: {} }),
  ]
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    modes.push(new Headers(headers).get('x-paraph-test-mode'))
    return responses.shift()
  })
  let isTest = true
  removeHandlers.push(setPageMode(() => isTest))
  installHandler(true).signInAgain.mockImplementation(async () => {
    isTest = false
    return true
  })
  await api('POST /users', { body: grace })
  expect(modes).toEqual(['true', 'true'])
})

it('reports to the handler that the session has another mode than the page, which is no change of the record', async () => {
  stubResponses(
    [412, { error: { code: 'precondition_failed', message: 'Test mode.', reason: 'other_mode' } }],
    [412, errorBody('precondition_failed')],
  )
  const { onOtherMode } = installHandler(true)
  await expect(api('POST /users', { body: grace })).rejects.toMatchObject({
    isOutdated: false,
    message: 'Test mode.',
  })
  expect(onOtherMode).toHaveBeenCalledOnce()
  await expect(api('POST /users', { body: grace })).rejects.toMatchObject({ isOutdated: true })
  expect(onOtherMode).toHaveBeenCalledOnce()
})
