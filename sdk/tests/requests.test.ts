import { describe, expect, expectTypeOf, it } from 'vitest'
import { Paraph, type SignatureProcess } from '../src/index.ts'
import type { FileOperation, JsonOperation, ListOperation, OperationName, Result } from '../src/operations.ts'
import { clientWith, ok } from './replies.ts'

describe('a request', () => {
  it('has the path, the query and the key', async () => {
    const { paraph, requests } = clientWith([ok([])])
    await paraph.request('GET /signing/{token}', { path: { token: 'a/b?c' } })
    const { url, method, headers } = requests[0]!
    expect(url).toBe('https://sign.example.com/api/v1/signing/a%2Fb%3Fc')
    expect([method, headers.get('authorization')]).toEqual(['GET', 'Bearer psk_test_1'])
    expect([headers.get('accept'), headers.get('idempotency-key')]).toEqual(['application/json', null])
  })

  it('leaves out what is undefined', async () => {
    const { paraph, requests } = clientWith([ok([])])
    await paraph.request('GET /documents', { query: { search: 'A & B', page: undefined } })
    expect(requests[0]!.url).toBe('https://sign.example.com/api/v1/documents?search=A+%26+B')
  })

  it('cannot reach another path', async () => {
    const { paraph, requests } = clientWith([])
    for (const token of ['', '.', '..'])
      await expect(paraph.request('GET /signing/{token}', { path: { token } })).rejects.toThrow(TypeError)
    expect(requests).toEqual([])
  })

  it('has the key of the caller, and their headers', async () => {
    const { paraph, requests } = clientWith([ok()])
    const options = { idempotencyKey: 'order-2048', headers: { 'accept-language': 'de' } }
    await paraph.createProcess({ name: 'Order' }, options)
    const { headers, body } = requests[0]!
    expect(headers.get('idempotency-key')).toBe('order-2048')
    expect(headers.get('accept-language')).toBe('de')
    expect([headers.get('content-type'), body]).toEqual(['application/json', '{"name":"Order"}'])
  })

  it('is a form if it has a file', async () => {
    const { paraph, requests } = clientWith([ok(), ok()])
    await paraph.request('POST /verify', { body: { file: new Blob(['%PDF-']) } })
    const form = requests[0]!.body as FormData
    expect(form.get('file')).toBeInstanceOf(Blob)
    expect(requests[0]!.headers.get('content-type')).toBeNull()
    await paraph.uploadDocument(new File(['%PDF-'], 'lease.pdf'))
    const uploaded = requests[1]!.body as FormData
    expect([(uploaded.get('file') as File).name, uploaded.get('name')]).toEqual(['lease.pdf', null])
  })

  it('goes to a service in a folder, without a slash too many', async () => {
    const { paraph, requests } = clientWith([ok()], {
      baseUrl: 'https://example.com/sign/',
      apiKey: undefined,
    })
    await paraph.request('GET /account')
    expect(requests[0]!.url).toBe('https://example.com/sign/api/v1/account')
    expect(requests[0]!.headers.get('authorization')).toBeNull()
    expect(() => new Paraph({ baseUrl: 'sign.example.com' })).toThrow(TypeError)
  })
})

describe('a response', () => {
  it('has its version beside its body', async () => {
    const reply = Response.json({ data: [] }, { headers: { etag: '"4"' } })
    const { paraph } = clientWith([reply, ok({ id: 7 })])
    const path = { id: 7 }
    const fields = await paraph.requestWithEtag('GET /signature-processes/{id}/fields', { path })
    expect(fields).toEqual({ body: { data: [] }, etag: '"4"' })
    expectTypeOf(fields.body).toEqualTypeOf<Result<'GET /signature-processes/{id}/fields'>>()
    const document = await paraph.requestWithEtag('GET /documents/{id}', { path })
    expect(document).toEqual({ body: { data: { id: 7 } }, etag: null })
    const change = { path, body: { name: 'Lease' }, ifMatch: document.etag! }
    await expect(paraph.request('PATCH /documents/{id}', change)).rejects.toThrow(TypeError)
  })

  it('without a body is undefined', async () => {
    const { paraph } = clientWith([new Response(null, { status: 204 })])
    expect(await paraph.request('DELETE /documents/{id}', { path: { id: 7 } })).toBeUndefined()
  })

  it.each([200, 404])('that is no JSON is an error, with status %i', async (status) => {
    const headers = { 'content-type': 'text/html', 'x-request-id': 'req_2' }
    const { paraph } = clientWith([new Response('<p>Hello</p>', { status, headers })])
    const error = { code: 'unexpected_response', status, requestId: 'req_2' }
    await expect(paraph.getProcess(7)).rejects.toMatchObject(error)
  })
})

describe('a response that a proxy broke', () => {
  const json = { 'content-type': 'application/json', 'x-request-id': 'req_2' }
  const replies = {
    empty: () => new Response(null, { status: 204, headers: json }),
    'empty, with status 200': () => new Response('', { headers: json }),
    null: () => new Response('null', { headers: json }),
    'half of JSON': () => new Response('{"data":', { headers: json }),
  }
  it.each(Object.entries(replies))('is an error, and nothing is repeated: %s', async (_, reply) => {
    const calls = [
      (paraph: Paraph) => paraph.createProcess({ name: 'Lease' }),
      (paraph: Paraph) => paraph.getProcess(7),
      (paraph: Paraph) => paraph.uploadDocument(new Uint8Array([1])),
      (paraph: Paraph) => paraph.list('GET /documents').next(),
    ]
    for (const call of calls) {
      const { paraph, requests } = clientWith([reply(), ok()])
      const error = { name: 'ParaphError', code: 'unexpected_response', requestId: 'req_2' }
      await expect(call(paraph)).rejects.toMatchObject(error)
      expect(requests).toHaveLength(1)
    }
  })
})

it('is not sent with a key that is no header: a mistake of the caller', async () => {
  const { paraph, requests } = clientWith([ok()])
  const call = paraph.createProcess({ name: 'Order' }, { idempotencyKey: 'Bestellung №1' })
  await expect(call).rejects.toThrow(TypeError)
  await expect(paraph.uploadDocument('/no/such.pdf')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(requests).toEqual([])
})

it('has the types of every operation', () => {
  expectTypeOf<JsonOperation | FileOperation>().toEqualTypeOf<OperationName>()
  expectTypeOf<'GET /documents/{id}/download'>().not.toExtend<JsonOperation>()
  expectTypeOf<'GET /signature-processes/{id}/audit-trail'>().toExtend<JsonOperation & FileOperation>()
  expectTypeOf<'GET /vault/documents'>().toExtend<ListOperation>()
  expectTypeOf<'GET /account'>().not.toExtend<ListOperation>()
  const calls = (paraph: Paraph) => {
    const got = paraph.request('GET /signature-processes/{id}', { path: { id: 7 } })
    expectTypeOf(got).resolves.toEqualTypeOf<{ data: SignatureProcess }>()
    const deleted = paraph.request('DELETE /documents/{id}', { path: { id: 7 } })
    expectTypeOf(deleted).resolves.toEqualTypeOf<undefined>()
    // @ts-expect-error The path has an id.
    void paraph.request('GET /signature-processes/{id}')
    // @ts-expect-error A number.
    void paraph.request('GET /signature-processes/{id}', { path: { id: 'seven' } })
    // @ts-expect-error A number.
    void paraph.list('GET /signature-processes', { query: { per_page: 'two' } })
    // @ts-expect-error No such operation.
    void paraph.request('GET /signature-process')
    // @ts-expect-error A process has a name.
    void paraph.createProcess({})
  }
  expect(calls).toBeTypeOf('function')
})
