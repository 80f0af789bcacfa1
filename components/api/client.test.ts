import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, api, toApiError } from './client.ts'

let endTimeout = () => {}
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    endTimeout = () => controller.abort(new DOMException('late', 'TimeoutError'))
    return controller.signal
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Stubs a service that does not respond, or one whose response has headers and a body that never ends. */
function stubSilentService({ sendsHeaders = false } = {}) {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const abortedResponse = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    return sendsHeaders ? Promise.resolve({ ok: true, text: () => abortedResponse }) : abortedResponse
  })
}

describe('a request without a complete response', () => {
  it.each([
    ['before the response', false],
    ['within the response', true],
  ])('times out %s if it reads', async (_, sendsHeaders) => {
    stubSilentService({ sendsHeaders })
    const request = api('GET /account')
    setTimeout(endTimeout)
    await expect(request).rejects.toMatchObject({
      name: 'ApiError',
      status: 0,
      code: 'no_answer',
      textKey: 'unreachable',
    })
  })

  it('can be aborted by its caller, whose reason is thrown', async () => {
    stubSilentService()
    const controller = new AbortController()
    const request = api('GET /account', { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')))
    await expect(request).rejects.toThrow('enough')
    expect(await request.catch((error) => error)).not.toBeInstanceOf(ApiError)
  })

  it('has no timeout if it writes, because it would be unknown whether the change was made', async () => {
    stubSilentService()
    void api('PATCH /account').catch(() => {})
    expect(AbortSignal.timeout).not.toHaveBeenCalled()
  })
})

it.each(['<!doctype html><title>Welcome to the hotel</title>', ''])(
  'a response that is not of the service counts as none: %j',
  async (body) => {
    vi.stubGlobal('fetch', async () => new Response(body))
    await expect(api('GET /account')).rejects.toMatchObject({ name: 'ApiError', status: 0 })
  },
)

it('a response without content has no body', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  expect(await api('DELETE /user/passkeys/{id}', { path: { id: 1 } })).toBeUndefined()
})

it('accepts only what an operation takes: the compiler refuses other calls', () => {
  const wrongCalls = [
    // @ts-expect-error A path that no operation has.
    () => api('GET /accounts'),
    // @ts-expect-error A method that the path does not have.
    () => api('POST /account'),
    // @ts-expect-error A parameter is missing.
    () => api('GET /documents/{id}'),
    // @ts-expect-error The parameter is a number.
    () => api('GET /documents/{id}', { path: { id: 'first' } }),
    // @ts-expect-error A member that the body does not have.
    () => api('PATCH /documents/{id}', { path: { id: 7 }, body: { title: 'Lease' } }),
    // @ts-expect-error A query parameter that the list does not have.
    () => api('GET /documents', { query: { author: 'Ada' } }),
  ]
  expect(wrongCalls).toHaveLength(6)
})

it('sends a body with a file as a form', async () => {
  const send = vi.fn(async (_: string, __: RequestInit) => Response.json({ data: {} }))
  vi.stubGlobal('fetch', send)
  const file = new File(['PNG'], 'logo.png', { type: 'image/png' })
  await api('PUT /account/logo', { body: { file } })
  const [path, { method, headers, body }] = send.mock.calls[0]!
  expect([method, path, headers]).toEqual(['PUT', '/api/v1/account/logo', { Accept: 'application/json' }])
  expect((body as FormData).get('file')).toEqual(file)
})

describe('the message of an ApiError', () => {
  const getError = (code: string) => new ApiError(400, { error: { code, message: 'For programs' } }, null)

  it('is that of the service', () => {
    expect(getError('invalid')).toMatchObject({ textKey: null, message: 'For programs' })
  })

  it('is one for users where that of the service is meant for programs', () => {
    expect(getError('token_expired')).toMatchObject({
      textKey: 'sessionEnded',
    })
  })

  it.each([
    [413, 'fileTooLarge'],
    [502, 'unexpected'],
  ])('depends on the status %i if the response has no error body', (status, textKey) => {
    expect(new ApiError(status, null, null)).toMatchObject({ textKey })
  })
})

describe('the messages of an error in another language', () => {
  it('are made from its keys and values; a key without a text leaves the message of the service', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'de' } })
    const body = {
      error: {
        code: 'validation_error',
        message: 'At most 3 characters.',
        errors: { name: ['At most 3 characters.', 'Of a newer service.'], email: ['Is required.'] },
        details: [
          { field: 'name', key: 'values.atMostCharacters', values: { limit: '3' } },
          { field: 'name', key: 'values.newer', values: {} },
          { field: 'email', key: 'values.required', values: {} },
        ],
      },
    }
    const error = await toApiError(400, JSON.stringify(body), new Headers())
    expect(error).toMatchObject({
      message: 'Höchstens 3 Zeichen.',
      fields: {
        name: ['Höchstens 3 Zeichen.', 'Of a newer service.'],
        email: ['Dieses Feld ist erforderlich.'],
      },
    })
  })
})
