import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { idempotencyKeys } from '#db/schema/http'
import { read } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { type Dispatch, dispatcher } from '#lib/http/dispatch'
import { httpMethods } from '#lib/http/request/methods'
import type { MultipartBody } from '#lib/http/request/multipart'
import { updateAccount } from '#lib/identity/account/update-account'
import {
  addVaultFixture,
  type Fixtures,
  fill,
  makeAllFixtures,
  makeFixtures,
  makeRecords,
} from '#lib/testing/service/fixtures'
import { makeSchemaValidator } from '#lib/testing/service/json-schema'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { reference } from './reference.ts'
import { allEndpoints, routes } from './routes.ts'

const endpoints = await allEndpoints()
const document = await reference()
const dispatch: Dispatch = dispatcher(routes)
const named = endpoints.map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const guarded = named.filter(({ declaration }) => !['public', 'signer'].includes(declaration.permission))
const posts = named.filter(({ method }) => method === 'POST')

let tenant: TestTenant
let vaultFixture: Awaited<ReturnType<typeof addVaultFixture>>
let fixtures: Fixtures
let recordIds: Record<string, number>
beforeAll(async () => {
  tenant = await makeTenant()
  await updateAccount(tenant.ctx, { show_signing_links: true })
  vaultFixture = await addVaultFixture(tenant)
  recordIds = await makeRecords(tenant, endpoints, document, dispatch)
  fixtures = await makeAllFixtures(endpoints, tenant, document, vaultFixture, recordIds)
})
// A new user per test, so that rate limits do not apply.
let admin: { token: string }
beforeEach(async () => {
  admin = await tenant.addMember('tenant_admin')
})
/** Who may make the request: only keys get links for frames. */
async function callerOf({ permission }: { permission: string }): Promise<{ token: string }> {
  if (permission !== 'process.disclose_link') return admin
  const scopes = ['signing-links', 'documents:read', 'processes:read', 'processes:write'] as const
  return tenant.addKey({ scopes: [...scopes] })
}

let requestCount = 0
interface SendOptions {
  as?: { token: string } | null
  body?: unknown
  headers?: Record<string, string>
}

async function send(method: string, path: string, { as = admin, body, headers = {} }: SendOptions = {}) {
  // A new IP address per request, so that rate limits do not apply.
  requestCount += 1
  const peer = `2001:db8:0:${requestCount.toString(16)}::1`
  // A request from this machine: without an SMTP server, only those can sign up.
  const allHeaders = new Headers({
    'x-paraph-peer': peer,
    'x-paraph-local': 'true',
    host: new URL(env().appUrl).host,
    ...headers,
  })
  if (as && !path.includes('/signing/')) allHeaders.set('authorization', `Bearer ${as.token}`)
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm && !allHeaders.has('content-type'))
    allHeaders.set('content-type', 'application/json')
  const text = body === undefined || isForm || typeof body === 'string' ? body : JSON.stringify(body)
  const response = await dispatch(
    new Request(env().appUrl + path, { method, headers: allHeaders, body: text as BodyInit }),
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0
  const json = (isJson ? JSON.parse(new TextDecoder().decode(bytes)) : null) as {
    data: Record<string, unknown>
    error: { code: string; errors: Record<string, string[]> }
    meta: { per_page: number }
  }
  expect(response.headers.get('x-request-id')).toMatch(/^req_\w+$/)
  return { status: response.status, headers: response.headers, json, bytes }
}

function expectRefusal(answer: Awaited<ReturnType<typeof send>>, status: number, code: string) {
  expect([answer.status, answer.json?.error.code]).toEqual([status, code])
  expect(answer.json).toEqual({
    error: expect.objectContaining({
      code,
      message: expect.any(String),
      request_id: answer.headers.get('x-request-id'),
    }),
  })
}

describe.each(named)('$name', ({ method, path, declaration }) => {
  it('400 for an unknown query parameter, with the nearest known one in the message, and for a repeated one', async () => {
    const known = declaration.query instanceof z.ZodObject ? Object.keys(declaration.query.shape) : []
    const filledPath = fill(path, await fixtures.makeParams({ method, path, declaration } as never))
    const last = known.at(-1)
    const unknown = `${last ?? 'page'}x`
    const repeated = last ? `&${last}=1&${last}=2` : ''
    const as = await callerOf(declaration)
    const { status, json } = await send(method, `${filledPath}?${unknown}=1&__proto__=2${repeated}`, { as })
    // Uploads are read before the query is checked.
    if (status !== 400) return expect([401, 404, 409, 413, 415]).toContain(status)
    const { errors } = json.error
    if (Object.keys(errors ?? {}).includes('file')) return
    expect(Object.keys(errors)).toEqual(expect.arrayContaining([unknown, '__proto__']))
    expect(errors[unknown]![0]).toContain(last ?? 'none is allowed here')
    if (last) expect(errors[last]![0]).toContain('more than once')
  })
})

describe('every path', () => {
  const paths = [...new Set(endpoints.map(({ path }) => path))]
  const allowedOn = (path: string) => {
    const methods = endpoints
      .filter((endpoint) => endpoint.path === path)
      .map(({ method }) => method as string)
    const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return { methods, allow: [...withHead, 'OPTIONS'].join(', ') }
  }

  it.each(paths)('%s refuses other methods, with Allow', async (path) => {
    const { methods, allow } = allowedOn(path)
    for (const method of httpMethods.filter((method) => !methods.includes(method))) {
      const errorResponse = await send(method, fill(path, {}))
      expectRefusal(errorResponse, 405, 'method_not_allowed')
      expect(errorResponse.headers.get('allow')).toBe(allow)
      expect(errorResponse.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
    }
  })

  it.each(paths)('%s responds to OPTIONS with the same list for every caller', async (path) => {
    for (const caller of [admin, null]) {
      const options = await send('OPTIONS', fill(path, {}), { as: caller })
      expect([options.status, options.bytes.length]).toEqual([204, 0])
      expect(options.headers.get('allow')).toBe(allowedOn(path).allow)
      expect(options.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
      expect(options.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('that does not exist responds with 404 and the same headers', async () => {
    for (const method of [...httpMethods, 'OPTIONS']) {
      const errorResponse = await send(method, '/api/v1/no/such/thing')
      expectRefusal(errorResponse, 404, 'not_found')
      expect(errorResponse.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    }
  })
})

describe('every method', () => {
  it.each(guarded)('$name requires a credential', async ({ method, path, declaration }) => {
    const body = declaration.body ? {} : undefined
    for (const caller of [null, { token: 'psk_live_unknown' }]) {
      const errorResponse = await send(method, fill(path, {}), { as: caller, body })
      expectRefusal(errorResponse, 401, 'unauthenticated')
      expect(errorResponse.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it.each(named.filter(({ declaration }) => declaration.permission === 'signer'))(
    '$name requires a valid link',
    async ({ method, path }) => {
      expectRefusal(await send(method, fill(path, { token: 'none' })), 404, 'not_found')
    },
  )

  it.each(named)('$name has rate-limit headers', async ({ method, path, declaration }) => {
    const response = await send(method, fill(path, {}), { body: declaration.body ? {} : undefined })
    const limit = Number(response.headers.get('x-ratelimit-limit'))
    const remaining = Number(response.headers.get('x-ratelimit-remaining'))
    expect(limit).toBeGreaterThan(0)
    expect(remaining).toBeLessThan(limit)
  })
})

describe('HEAD', () => {
  const gets = named.filter(({ method }) => method === 'GET')

  it.each(gets)('$path responds to HEAD as to GET, without the body', async (endpoint) => {
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const [get, head] = [await send('GET', path), await send('HEAD', path)]
    expect([head.status, head.bytes.length]).toEqual([get.status, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'content-disposition', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
  })
})

describe('a body', () => {
  const withJson = named.filter(({ declaration: { body } }) => body instanceof z.ZodType)
  const withFile = named.filter(({ declaration: { body } }) => body && 'multipart' in (body as object))

  it.each(withJson)('that is not JSON is refused by $name', async (endpoint) => {
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const as = await callerOf(endpoint.declaration)
    for (const body of ['{"a": ', 'null,', "{'a': 1}", '\u0000']) {
      expectRefusal(await send(endpoint.method, path, { as, body }), 400, 'invalid_json')
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expectRefusal(await send(endpoint.method, path, { as, body: 'a=1', headers }), 400, 'invalid_json')
  })

  it.each(withJson)('that is not an object is refused by $name', async (endpoint) => {
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const as = await callerOf(endpoint.declaration)
    for (const body of ['null', '[]', '"text"', '7']) {
      expectRefusal(await send(endpoint.method, path, { as, body }), 400, 'validation_error')
    }
  })

  it.each(withFile)('without its file is refused by $name', async (endpoint) => {
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const empty = new FormData()
    const { fields } = endpoint.declaration.body as MultipartBody
    empty.set(Object.keys(fields?.shape ?? { file: true })[0]!, 'no file')
    const broken = { headers: { 'content-type': 'multipart/form-data' }, body: 'no boundary' }
    for (const invalidRequest of [{ body: {} }, { body: empty }, broken, {}]) {
      const errorResponse = await send(endpoint.method, path, invalidRequest)
      expectRefusal(errorResponse, 400, 'validation_error')
      expect(errorResponse.json.error.errors.file).toEqual([expect.any(String)])
    }
  })
})

describe('a list', () => {
  const lists = named.filter(({ method, path }) =>
    document.paths![path]![method.toLowerCase() as 'get']!.parameters?.some(
      (parameter) => 'name' in parameter && parameter.name === 'per_page',
    ),
  )

  it('exists in most modules', () => expect(lists.length).toBeGreaterThan(4))

  it.each(lists)('$path clamps per_page and refuses other values than numbers', async (endpoint) => {
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const huge = `?per_page=${'9'.repeat(20)}`
    const sizes = { '': 15, '?per_page=1': 1, '?per_page=100': 100, '?per_page=5000': 100, [huge]: 100 }
    for (const [query, size] of Object.entries(sizes)) {
      const page = await send('GET', path + query)
      expect([query, page.status, page.json.meta?.per_page]).toEqual([query, 200, size])
    }
    for (const query of [
      'per_page=0',
      'per_page=-1',
      'per_page=ten',
      'per_page=1.5',
      'per_page=150.5',
      'page=0',
      'page=x',
    ]) {
      const errorResponse = await send('GET', `${path}?${query}`)
      expectRefusal(errorResponse, 400, 'validation_error')
      expect(Object.keys(errorResponse.json.error.errors)).toEqual([query.split('=')[0]])
    }
  })
})

describe('a JSON response to GET', () => {
  const findErrors = makeSchemaValidator(document)
  const reading = named.filter(({ method, declaration: { response } }) => {
    const { bodySchema } = response
    return method === 'GET' && bodySchema && bodySchema !== 'file'
  })

  it.each(reading)('of $path is valid by the schema of the document', async (endpoint) => {
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const { status, json } = await send('GET', path, { as: await callerOf(endpoint.declaration) })
    const content = ['responses', `${status}`, 'content', 'application/json', 'schema']
    expect(findErrors(['paths', endpoint.path, 'get', ...content], json)).toEqual([])
  })
})

it('a response that is a file has the schema of bytes, and a text that of a string', () => {
  const files = named.flatMap(({ path, method, declaration: { response } }) =>
    (response.media ?? []).map((type) => {
      const { responses } = document.paths![path]![method.toLowerCase() as 'get']!
      const content = responses![response.status]?.content as Record<string, { schema: object }>
      return [type, content[type]!.schema]
    }),
  )
  const binary = { type: 'string', format: 'binary' }
  expect(files.map(([type]) => type)).toEqual(
    expect.arrayContaining(['text/plain', 'text/csv', 'application/pdf']),
  )
  for (const [type, schema] of files)
    expect([type, schema]).toEqual([type, String(type).startsWith('text/') ? { type: 'string' } : binary])
})

/** Variants of this form that differ in the file's bytes, name or type, or in another part. */
async function getVariants(form: FormData): Promise<FormData[]> {
  const file = form.get('file') as File
  const bytes = new Uint8Array(await file.arrayBuffer())
  const longer = new Blob([bytes, '\n'], { type: file.type })
  const untyped = new Blob([bytes])
  return [longer, untyped, file, file].map((content, index) => {
    const other = new FormData()
    for (const [name, value] of form) if (typeof value === 'string') other.set(name, value)
    other.set('file', content, index === 2 ? `other ${file.name}` : file.name)
    if (index === 3) other.set('unknown_member', 'yes')
    return other
  })
}

it.each(posts.filter(({ declaration }) => !declaration.body))(
  '$name refuses a body that is not JSON although it needs none',
  async (endpoint) => {
    const headers = { 'content-type': 'application/json', 'x-paraph-peer': '2001:db8:1::2' }
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const as = await callerOf(endpoint.declaration)
    expectRefusal(await send('POST', path, { as, body: '{"', headers }), 400, 'invalid_json')
  },
)

describe('Idempotency-Key', () => {
  // These end the credential that a retry would need.
  const ending = ['postAuthLogout', 'postSigningByTokenDelegate', 'postSignatureProcessesByIdInPerson']
  const repeatable = posts.filter(({ id }) => !ending.includes(id))
  const computing = posts.filter(({ declaration }) => declaration.changesNothing)

  it.each(repeatable)('$name is executed once', async (endpoint) => {
    const ownFixtures = makeFixtures(tenant, document, vaultFixture, recordIds)
    const path = fill(endpoint.path, await ownFixtures.makeParams(endpoint))
    const body = await ownFixtures.makeBody(endpoint)
    // Visitors are identified by their IP address.
    const headers = { 'idempotency-key': crypto.randomUUID(), 'x-paraph-peer': '2001:db8:1::1' }
    const as = await callerOf(endpoint.declaration)
    const first = await send('POST', path, { as, body, headers })
    const secondResponse = await send('POST', path, { as, body, headers })
    expect(secondResponse.status).toBe(first.status)
    // Lockouts end within a day, so these errors are not stored.
    if (first.status === 401) return expect(secondResponse.json.error.code).toBe(first.json.error.code)
    // Errors that any visitor can cause are not stored.
    if (endpoint.declaration.permission === 'public' && [400, 409].includes(first.status))
      return expect(secondResponse.json.error.errors).toEqual(first.json.error.errors)
    expect(secondResponse.headers.get('idempotent-replayed')).toBe('true')
    expect(secondResponse.headers.get('location')).toBe(first.headers.get('location'))
    expect(secondResponse.json).toEqual(first.json)
    // A different body is a different request, even with the same effect.
    const variants =
      body instanceof FormData ? await getVariants(body) : [{ ...(body as object), unknown_member: 1 }]
    for (const variant of variants)
      expectRefusal(await send('POST', path, { as, body: variant, headers }), 400, 'idempotency_key_reuse')
  })

  it.each(computing)('$name changes nothing: its response is not stored but made again', async (endpoint) => {
    const key = crypto.randomUUID()
    const headers = { 'idempotency-key': key, 'x-paraph-peer': '2001:db8:1::1' }
    const body = await fixtures.makeBody(endpoint)
    const request = { as: await callerOf(endpoint.declaration), body, headers }
    expect((await send('POST', endpoint.path, request)).status).toBe(200)
    const repeated = await send('POST', endpoint.path, request)
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    const stored = await read({ tenantId: 0 }, (reader) =>
      reader.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)),
    )
    expect(stored).toEqual([expect.objectContaining({ status: 200, headers: {}, body: null })])
  })

  it('of an invalid length is refused', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(256) }
    const body = { name: 'A key' }
    expectRefusal(await send('POST', '/api/v1/api-keys', { body, headers }), 400, 'validation_error')
  })
})

describe('201', () => {
  // These need an authenticator or a second factor and have tests of their own.
  const testedElsewhere = new Set([
    'postUserPasskeys',
    'postUserRecoveryCodes',
    'postSigningByTokenAttachmentsByField',
  ])
  const creating = named.filter(
    ({ id, declaration }) =>
      declaration.response.status === 201 && declaration.permission !== 'public' && !testedElsewhere.has(id),
  )

  it.each(creating)('$name has a Location header', async (endpoint) => {
    const path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    const created = await send('POST', path, { body: await fixtures.makeBody(endpoint) })
    // Endpoints that need records of other modules are tested in those modules.
    if (created.status === 404) return
    expect([created.status, created.json.error]).toEqual([201, undefined])
    const location = created.headers.get('location')!
    expect(location.startsWith(`${env().appUrl}/api/v1/`)).toBe(true)
    const response = await send('GET', location.slice(env().appUrl.length))
    expect(response.status).toBe(200)
    expect(response.json.data.id).toBe(created.json.data.id)
  })
})
