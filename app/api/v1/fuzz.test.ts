import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { flushReads } from '#lib/audit/reads'
import { env } from '#lib/core/env'
import { dispatcher } from '#lib/http/dispatch'
import type { Endpoint } from '#lib/http/endpoints'
import { listErrorCodes } from '#lib/reference/error-codes'
import type { Schema } from '#lib/reference/schema-example'
import {
  addVaultFixture,
  bodySchema,
  type Fixtures,
  fill,
  getSchemas,
  makeAllFixtures,
  makeFixtures,
  makeRecords,
} from '#lib/testing/service/fixtures'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { anyCharacter } from '#lib/testing/values/any-character'
import { hostileValue, validValue, withOneError } from '#lib/testing/values/arbitrary'
import { closeThreads } from '#lib/workers/pdf-pool'
import { reference } from './reference.ts'
import { allEndpoints, routes } from './routes.ts'

/** The seed makes runs repeatable; FUZZ_SEED sets another one. */
const seed = Number(process.env.FUZZ_SEED ?? 20261121)
const RUNS = Number(process.env.FUZZ_RUNS ?? 8)
console.log(`fuzz: seed ${seed}, ${RUNS} requests of each kind for each endpoint`)

const endpoints = await allEndpoints()
const document = await reference()
const dispatch = dispatcher(routes)
const schemas = getSchemas(document)
const database = connect(process.env.DATABASE_URL!, { max: 1 })

let tenant: TestTenant
let vaultFixture: Awaited<ReturnType<typeof addVaultFixture>>
let recordIds: Record<string, number>
let digest: () => Promise<string>
/** Of the endpoints that change nothing: making them takes longer than the requests to one. */
let sharedFixtures: Fixtures
beforeAll(async () => {
  tenant = await makeTenant()
  vaultFixture = await addVaultFixture(tenant)
  recordIds = await makeRecords(tenant, endpoints, document, dispatch)
  sharedFixtures = await makeAllFixtures(endpoints, tenant, document, vaultFixture, recordIds)
  digest = await getDigest(tenant.tenantId)
})
afterAll(async () => {
  await database.end()
  await closeThreads()
})

/**
 * A digest of all rows of the tenant, without the counters of requests. The rows are read when a statement has written
 * to one of their tables since: a digest of all takes longer than most requests.
 */
async function getDigest(tenantId: number): Promise<() => Promise<string>> {
  const countingTables = ['idempotency_keys', 'sessions', 'api_calls', 'api_keys']
  const tables = await database<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id'
      and c.relname not in ${database(countingTables)}`
  await database.unsafe(`
    create sequence fuzz_writes;
    create function count_fuzz_write() returns trigger language plpgsql security definer set search_path = public as
      $$ begin perform nextval('fuzz_writes'); return null; end $$;
    ${tables.map(({ name }) => `create trigger fuzz_writes after insert or update or delete on ${name} execute function count_fuzz_write();`).join('\n')}`)
  const digests = tables.map(
    ({ name }) =>
      `select count(*), sum(hashtextextended(t::text, 0)) from ${name} t where tenant_id = ${tenantId}`,
  )
  let writes: string | undefined
  let rows = ''
  return async () => {
    const [counted] = await database<{ writes: string; jobs: string }[]>`
      select (select last_value from fuzz_writes) as writes, (select count(*) from pgboss.job) as jobs`
    if (writes !== counted!.writes) rows = JSON.stringify(await database.unsafe(digests.join(' union all ')))
    writes = counted!.writes
    return `${rows} ${counted!.jobs}`
  }
}

interface FuzzRequest {
  path: string
  body?: BodyInit
  headers?: Record<string, string>
}

let requestCount = 0
/** The tokens whose reuse has ended their login. */
const endedLogins = new Set<string>()
/** Sends one request and checks what holds for every response. */
async function sendAndCheck(
  endpoint: Endpoint,
  caller: { token: string },
  { path, body, headers = {} }: FuzzRequest,
) {
  requestCount += 1
  const allHeaders = new Headers({
    'x-paraph-peer': `2001:db8:${(requestCount >> 16).toString(16)}:${(requestCount & 0xffff).toString(16)}::1`,
    host: new URL(env().appUrl).host,
  })
  if (endpoint.declaration.permission !== 'signer') allHeaders.set('authorization', `Bearer ${caller.token}`)
  if (typeof body === 'string') allHeaders.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value)
  // Earlier downloads are recorded asynchronously.
  await flushReads()
  const before = await digest()
  const init = { method: endpoint.method, headers: allHeaders, body, duplex: 'half' } as RequestInit
  const response = await dispatch(new Request(env().appUrl + path, init))
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  if (response.status < 400) return
  const { error } = JSON.parse(new TextDecoder().decode(bytes)) as {
    error: { code: string; message: string }
  }
  expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  expect(error.code).not.toBe('internal_error')
  const codes = listErrorCodes(endpoint).get(response.status) ?? []
  expect(codes, `${response.status} ${error.code} is documented`).toContain(error.code)
  // Incorrect codes and rate-limited requests are counted.
  if (['invalid_code', 'rate_limited'].includes(error.code)) return
  // A token used twice ends its login, which is recorded once.
  const endsLogin = endpoint.id === 'postAuthRefresh' && error.code === 'token_revoked'
  if (endsLogin && !endedLogins.has(caller.token)) return void endedLogins.add(caller.token)
  await flushReads()
  expect(await digest(), `${response.status} ${error.code} changes nothing`).toBe(before)
}

function check<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => Promise<void>, numRuns = RUNS) {
  return fc.assert(fc.asyncProperty(arbitrary, property), {
    seed,
    numRuns,
    // Below the limit of a test: one that is interrupted before its first request has ended fails.
    interruptAfterTimeLimit: 20_000,
    endOnFailure: true,
  })
}

/** Query parameters: declared ones with valid and invalid values, and unknown ones. */
function getQuery({ method, path }: Endpoint): fc.Arbitrary<string> {
  const parameters = document.paths![path]![method.toLowerCase() as 'get']!.parameters ?? []
  const known = parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query'
      ? [[parameter.name, parameter.schema as Schema] as const]
      : [],
  )
  const values = known.map(([name, schema]) =>
    fc.tuple(fc.constant(name), fc.oneof(validValue(schema, schemas), hostileValue)),
  )
  const unknownParameter = fc.tuple(
    fc.constantFrom('__proto__', 'constructor', 'a[]', '\ud800', ''),
    hostileValue,
  )
  return fc.array(fc.oneof(...values, unknownParameter), { maxLength: 4 }).map((pairs) => {
    const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    return query ? `?${query}` : ''
  })
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed()).slice(0, 4000).replace(/%.?$/, '')
}

const headers = fc.record(
  {
    accept: fc.constantFrom('*/*', 'application/pdf', 'text/html;q=1e9', 'x'.repeat(3000)),
    'accept-language': fc.constantFrom('fr', 'de;q=ü', '*', 'x'.repeat(3000)),
    'user-agent': fc.constantFrom('', 'é', 'x'.repeat(5000)),
    range: fc.constantFrom(
      'bytes=0-',
      'bytes=-1',
      'bytes=5-1',
      'bytes=0-0,2-3',
      'bytes=99999999999999999999-',
    ),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"x", "y"', ','),
    'idempotency-key': fc.constantFrom('k', 'é', 'x'.repeat(255), 'x'.repeat(256), "'--"),
    'x-forwarded-for': fc.constantFrom('::', '1.2.3.4, ,x', '999.1.1.1'),
  },
  { requiredKeys: [] },
)

/** Malformed bodies and bodies that no JSON library writes. */
const malformedBodies = fc.constantFrom<Omit<FuzzRequest, 'path'>>(
  { body: '{"name": "a", "name": "b", "email": "a@b.c", "email": "b@b.c"}' },
  { body: '{"__proto__": {"role": "tenant_admin"}, "constructor": {"prototype": {"x": 1}}}' },
  { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  { body: `{"name":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}` },
  { body: '{"name": "\\ud800", "reason": "\\u0000"}' },
  { body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { body: '\ufeff{}' },
  { body: '{"id": 1e400, "name": 123456789012345678901234567890}' },
  { body: 'a=1&b=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { body: '{}', headers: { 'content-type': 'multipart/form-data' } },
  { body: '--x\r\n\r\n--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  { body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
  { body: '<a/>', headers: { 'content-type': 'text/xml' } },
  { body: `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}` },
)

function getForm(parts: [string, string | Uint8Array, string][]): FormData {
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'application/pdf' }), filename)
  }
  return form
}

const filename = fc.constantFrom(
  'a.pdf',
  '',
  '../../x.pdf',
  '\u0000.pdf',
  '\u202efdp.exe',
  '"\r\n',
  'é'.repeat(500),
)
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ maxLength: 200 }).map((text) => new TextEncoder().encode(`%PDF-1.7\n${text}\n%%EOF`)),
)
const part = fc.tuple(
  fc.constantFrom('file', 'name', '__proto__', 'file[]', ''),
  fc.oneof(
    bytes,
    fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => text.toWellFormed()),
  ),
  filename,
)
const forms = fc.array(part, { maxLength: 4 }).map(getForm)

describe.each(endpoints.map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` })))(
  '$name responds correctly to',
  (endpoint) => {
    let fixtures: Fixtures
    let admin: { token: string }
    let path: string
    beforeAll(async () => {
      fixtures =
        endpoint.method === 'GET' ? sharedFixtures : makeFixtures(tenant, document, vaultFixture, recordIds)
      admin = await tenant.addMember('tenant_admin')
      path = fill(endpoint.path, await fixtures.makeParams(endpoint))
    })

    it('queries and headers of every kind', () =>
      check(fc.tuple(getQuery(endpoint), headers), ([query, more]) =>
        sendAndCheck(endpoint, admin, {
          path: path + query,
          headers: more,
          body: endpoint.declaration.body ? '{' : undefined,
        }),
      ))

    it.runIf(endpoint.path.includes('{'))('invalid ids', () =>
      check(hostileValue, (value) => {
        const params = Object.fromEntries(
          [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, text(value)]),
        )
        return sendAndCheck(endpoint, admin, {
          path: fill(endpoint.path, params),
          body: endpoint.declaration.body ? '{}' : undefined,
        })
      }),
    )

    const schema = bodySchema(endpoint, document)
    it.runIf(schema)('valid bodies, bodies with one error, and hostile bodies', async () => {
      const bodies = await Promise.all(Array.from({ length: RUNS * 2 }, () => fixtures.makeBody(endpoint)))
      const kinds = [
        validValue(schema!, schemas),
        withOneError(fc.constantFrom(...bodies)),
        withOneError(validValue(schema!, schemas)),
        hostileValue,
      ]
      return check(
        fc.oneof(...kinds),
        (body) => sendAndCheck(endpoint, admin, { path, body: JSON.stringify(body) ?? '' }),
        RUNS * 2,
      )
    })

    it.runIf(endpoint.declaration.body || endpoint.method === 'POST')('malformed bodies', () =>
      check(malformedBodies, (request) => sendAndCheck(endpoint, admin, { path, ...request })),
    )

    it.runIf(endpoint.declaration.body && !schema)('forms of every kind', () =>
      check(forms, (body) => sendAndCheck(endpoint, admin, { path, body })),
    )
  },
)

function text(value: unknown): string {
  return (
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 500) || ' '
  )
}
