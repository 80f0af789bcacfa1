import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeys, users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { moveClock } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { type Role, type Scope, scopes } from '#lib/core/roles'
import { flushCalls } from '#lib/identity/account/calls'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getAccount } from '../account/route.ts'
import { GET as getUser } from '../user/route.ts'
import { DELETE as deleteOne, GET as getOne } from './[id]/route.ts'
import { GET, POST } from './route.ts'

interface KeyBody {
  key: string
  data: { id: number; key: string; scopes: Scope[]; test_mode: boolean; expires_at: string | null }
}
let tenant: TestTenant

beforeAll(async () => {
  tenant = await makeTenant()
})

const create = (body: object, caller: { token: string } = tenant) => call<KeyBody>(POST, { as: caller, body })

describe('201', () => {
  it('shows the whole key once, at the top level and in data, and stores its hash', async () => {
    const createResponse = await create({ name: 'Billing', expires_at: '2099-01-01T00:00:00Z' })
    expect(createResponse.status).toBe(201)
    const { key, data } = createResponse.body
    expect(key).toMatch(/^psk_live_[\w-]{43}$/)
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Billing',
      key,
      prefix: 'psk_live_',
      last_four: key.slice(-4),
      scopes: [
        'documents:read',
        'documents:write',
        'processes:read',
        'processes:write',
        'vault:read',
        'vault:write',
        'templates:read',
        'templates:write',
        'account:read',
      ],
      allowed_ips: [],
      test_mode: false,
      last_used_at: null,
      last_used_ip: null,
      expires_at: '2099-01-01T00:00:00.000Z',
      created_by: { id: tenant.user.id, name: tenant.user.name },
      created_at: expect.any(String),
    })
    expect(createResponse.headers.get('location')).toMatch(new RegExp(`/api/v1/api-keys/${data.id}$`))
    const secondResponse = await call(getOne, { as: tenant, params: { id: data.id } })
    const { key: _, ...rest } = data
    expect(secondResponse.body.data).toEqual(rest)
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select().from(apiKeys).where(eq(apiKeys.id, data.id)),
    )
    expect(row?.keyHash).toBe(sha256Hex(key))
    expect(JSON.stringify(row)).not.toContain(key.slice(9))
  })

  it('grants its scopes, with its creator as the user', async () => {
    const { key } = (await create({ name: 'Reader', scopes: ['account:read'] })).body
    expect((await call(getUser, { as: key })).body.data).toMatchObject({ id: tenant.user.id })
    const errorResponse = await call(GET, { as: key })
    expect(errorResponse.body.error).toMatchObject({ code: 'insufficient_scope', required_scope: 'api-keys' })
  })

  it('creates a test key on request, or when the caller is in test mode', async () => {
    const createResponse = await create({
      name: 'Sandbox',
      test_mode: true,
      scopes: ['account:read', 'api-keys'],
    })
    expect(createResponse.body.key).toMatch(/^psk_test_/)
    expect((await call(getAccount, { as: createResponse.body.key })).body.data).toMatchObject({
      test_mode: true,
    })
    const child = await create({ name: 'Child' }, { token: createResponse.body.key })
    expect(child.body.data.test_mode).toBe(true)
  })

  it('grants no scopes that the creating key lacks', async () => {
    const parent = await tenant.addKey({ scopes: ['api-keys', 'documents:read'] })
    expect((await create({ name: 'Child' }, parent)).body.data.scopes).toEqual(['documents:read'])
    const response = await create({ name: 'Twin', scopes: ['api-keys', 'documents:read'] }, parent)
    expect(response.body.data.scopes).toEqual(['api-keys', 'documents:read'])
  })

  it('inherits the expiry and addresses of the creating key, or narrower ones', async () => {
    const limits = { expires_at: '2099-01-01T00:00:00.000Z', allowed_ips: ['198.51.100.0/24'] }
    const parent = { token: (await create({ name: 'Parent', scopes, ...limits })).body.key }
    for (const input of [{}, { expires_at: null, allowed_ips: [] }])
      expect((await create({ name: 'Heir', ...input }, parent)).body.data).toMatchObject(limits)
    const narrowerLimits = {
      expires_at: '2098-01-01T00:00:00.000Z',
      allowed_ips: ['198.51.100.7', '198.51.100.128/25'],
    }
    expect((await create({ name: 'Less', ...narrowerLimits }, parent)).body.data).toMatchObject(
      narrowerLimits,
    )
  })

  it('stores no plain key for a retried request', async () => {
    const headers = { 'idempotency-key': 'key-once' }
    const firstResponse = await call<KeyBody>(POST, { as: tenant, body: { name: 'Once' }, headers })
    const secondResponse = await call<KeyBody>(POST, { as: tenant, body: { name: 'Once' }, headers })
    expect(secondResponse.headers.get('idempotent-replayed')).toBe('true')
    expect(secondResponse.body).toEqual(firstResponse.body)
    const { idempotencyKeys } = await import('#db/schema/http')
    const saved = await read(tenant.ctx, (reader) => reader.select().from(idempotencyKeys))
    expect(JSON.stringify(saved)).not.toContain(firstResponse.body.key.slice(9))
  })
})

describe('200', () => {
  it('lists the keys newest first, a page at a time', async () => {
    const newTenant = await makeTenant()
    for (const name of ['b', 'c', 'a']) await create({ name }, newTenant)
    const names = (body: unknown) => (body as { data: { name: string }[] }).data.map((key) => key.name)
    const firstResponse = await call<{ meta: object }>(GET, {
      as: newTenant,
      path: '/api/v1/api-keys?per_page=2',
    })
    expect(names(firstResponse.body)).toEqual(['a', 'c'])
    expect(firstResponse.body.meta).toMatchObject({ current_page: 1, last_page: 2, per_page: 2, total: 3 })
    expect(
      names((await call(GET, { as: newTenant, path: '/api/v1/api-keys?per_page=2&page=2' })).body),
    ).toEqual(['b'])
    expect(names((await call(GET, { as: newTenant, path: '/api/v1/api-keys?sort=name' })).body)).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(JSON.stringify(firstResponse.body)).not.toMatch(/psk_live_\w/)
  })

  it('lists a key with a scope that only a newer version knows', async () => {
    const newTenant = await makeTenant()
    const granted = ['users', 'of-a-newer-version'] as Scope[]
    const { id } = (await create({ name: 'CRM', scopes: ['users'] }, newTenant)).body.data
    await write(newTenant, (tx) => tx.update(apiKeys).set({ scopes: granted }).where(eq(apiKeys.id, id)))
    const { body } = await call<{ data: { scopes: string[] }[] }>(GET, { as: newTenant })
    expect(body.data.map(({ scopes }) => scopes)).toContainEqual(granted)
  })

  it('shows when and from where a key was last used', async () => {
    const { key, data } = (await create({ name: 'Watched' })).body
    await call(getUser, { as: key, address: '203.0.113.5' })
    await call(getUser, { as: key, address: '203.0.113.6' })
    const getKey = async () => (await call(getOne, { as: tenant, params: { id: data.id } })).body.data
    expect(await getKey()).toMatchObject({ last_used_at: null })
    await flushCalls()
    expect(await getKey()).toMatchObject({ last_used_ip: '203.0.113.6', last_used_at: expect.any(String) })
  })
})

describe('204', () => {
  it('revokes the key immediately; the second request gets a 404', async () => {
    const { key, data } = (await create({ name: 'Short' })).body
    const options = { method: 'DELETE' as const, as: tenant, params: { id: data.id } }
    const deleteResponse = await call(deleteOne, options)
    expect([deleteResponse.status, deleteResponse.bytes.length]).toEqual([204, 0])
    expect((await call(getUser, { as: key })).body.error.code).toBe('unauthenticated')
    expect((await call(deleteOne, options)).status).toBe(404)
  })
})

describe('400', () => {
  it.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ name: 'x', expires_at: 'tomorrow' }, 'expires_at'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes.0'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', allowed_ips: ['192.0.2.0/24', '192.0.2.0/99'] }, 'allowed_ips.1'],
    [{ name: 'x', allowed_ips: ['example.com'] }, 'allowed_ips.0'],
    [{ name: 'x', test_mode: 'yes' }, 'test_mode'],
  ])('refuses %j at %s', async (body, field) => {
    const errorResponse = await call(POST, { as: tenant, body })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(errorResponse.body.error.errors)).toEqual([field])
  })

  it('refuses paging that is not a number', async () => {
    const errorResponse = await call(GET, { as: tenant, path: '/api/v1/api-keys?per_page=many' })
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(['per_page'])
  })
})

describe('401', () => {
  it('requires a valid credential', async () => {
    expect((await call(GET)).body.error.code).toBe('unauthenticated')
    expect((await call(POST, { body: { name: 'x' } })).status).toBe(401)
    expect((await call(GET, { as: `psk_live_${'x'.repeat(43)}` })).body.error.code).toBe('unauthenticated')
    expect((await call(getOne, { params: { id: 1 } })).status).toBe(401)
  })

  it('refuses an expired key', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const { key } = (await create({ name: 'Hourly', expires_at: inAnHour })).body
    expect((await call(getUser, { as: key })).status).toBe(200)
    moveClock(3_600_001)
    const expired = await call(getUser, { as: key })
    moveClock(-3_600_001)
    expect([expired.status, expired.body.error.code]).toEqual([401, 'api_key_expired'])
  })

  it('refuses the keys of a deleted user', async () => {
    const admin = await tenant.addMember('tenant_admin')
    const { key } = (await create({ name: 'Orphan' }, admin)).body
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ deletedAt: new Date(), email: null }).where(eq(users.id, admin.user.id)),
    )
    expect((await call(getUser, { as: key })).body.error.code).toBe('unauthenticated')
  })
})

describe('403', () => {
  it.each(['user', 'viewer'] as const)('for the role %s', async (role) => {
    const member = await tenant.addMember(role)
    for (const response of [
      await call(GET, { as: member }),
      await call(POST, { as: member, body: { name: 'x' } }),
      await call(getOne, { as: member, params: { id: 1 } }),
      await call(deleteOne, { method: 'DELETE', as: member, params: { id: 1 } }),
    ])
      expect([response.status, response.body.error.code]).toEqual([403, 'forbidden'])
  })

  it('does not let a key grant rights that it lacks, nor a test key create a live one', async () => {
    const parent = await tenant.addKey({ scopes: ['api-keys'], testMode: true })
    for (const scope of scopes.filter((other) => other !== 'api-keys')) {
      const errorResponse = await call(POST, { as: parent, body: { name: 'x', scopes: ['api-keys', scope] } })
      expect(errorResponse.status).toBe(403)
      expect(errorResponse.body.error).toMatchObject({ code: 'insufficient_scope', required_scope: scope })
    }
    const unnamed = await call(POST, { as: parent, body: { name: 'x' } })
    expect([unnamed.status, unnamed.body.error.code]).toEqual([403, 'insufficient_scope'])
    const liveResponse = await call(POST, {
      as: parent,
      body: { name: 'x', scopes: ['api-keys'], test_mode: false },
    })
    expect([liveResponse.status, liveResponse.body.error.code]).toEqual([403, 'forbidden'])
  })

  it('does not let a test key revoke a live one', async () => {
    const parent = await tenant.addKey({ scopes: ['api-keys'], testMode: true })
    const [liveKey, other] = [await tenant.addKey(), await tenant.addKey({ testMode: true })]
    const revoke = (id: number) => call(deleteOne, { method: 'DELETE', as: parent, params: { id } })
    const errorResponse = await revoke(liveKey.id)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
    expect((await call(getUser, { as: liveKey })).status).toBe(200)
    expect((await revoke(other.id)).status).toBe(204)
  })

  it.each([
    { expires_at: '2099-01-01T00:00:01Z' },
    { allowed_ips: ['198.51.100.7', '198.51.101.7'] },
    { allowed_ips: ['198.51.0.0/16'] },
    { allowed_ips: ['::/0'] },
  ])('does not let a key exceed its own limits with %j', async (wider) => {
    const limits = { expires_at: '2099-01-01T00:00:00Z', allowed_ips: ['198.51.100.0/24'] }
    const parent = (await create({ name: 'Parent', scopes: ['api-keys'], ...limits })).body.key
    const errorResponse = await call(POST, {
      as: parent,
      body: { name: 'Child', scopes: ['api-keys'], ...wider },
    })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })

  it('ends a key’s rights with those of its creator', async () => {
    const admin = await tenant.addMember('tenant_admin')
    const { key } = (await create({ name: 'Other', scopes }, admin)).body
    const { GET: documents, POST: upload } = await import('../documents/route.ts')
    const statuses = async () => [
      (await call(GET, { as: key })).status,
      (await call(documents, { as: key })).status,
      (await call(upload, { as: key, method: 'POST', body: new FormData() })).status,
    ]
    expect(await statuses()).toEqual([200, 200, 400])
    await setRole(admin.user.id, 'user')
    expect(await statuses()).toEqual([403, 200, 400])
    await setRole(admin.user.id, 'viewer')
    expect(await statuses()).toEqual([403, 200, 403])
    expect((await call(GET, { as: key })).body.error.code).toBe('forbidden')
  })

  it('refuses a key from other addresses', async () => {
    const { token } = await tenant.addKey({ allowedIps: ['203.0.113.0/24', '2001:db8::/32'] })
    const from = async (address: string) =>
      (await call(getUser, { as: token, address })).body.error?.code ?? 'ok'
    expect(await from('203.0.113.77')).toBe('ok')
    expect(await from('2001:db8::77')).toBe('ok')
    expect(await from('198.51.100.7')).toBe('ip_not_allowed')
    expect(await from('')).toBe('ip_not_allowed')
  })
})

describe("other tenant's 404", () => {
  it('responds as if the key did not exist', async () => {
    const otherTenant = await makeTenant()
    const { id } = await tenant.addKey()
    const unknown = await call(getOne, { as: otherTenant, params: { id: 999_999 } })
    for (const response of [
      await call(getOne, { as: otherTenant, params: { id } }),
      await call(deleteOne, { method: 'DELETE', as: otherTenant, params: { id } }),
      await call(getOne, { as: otherTenant, params: { id: 'abc' } }),
    ]) {
      expect(response.status).toBe(404)
      expect({ ...response.body.error, request_id: '' }).toEqual({ ...unknown.body.error, request_id: '' })
    }
    const listResponse = await call<{ data: { id: number }[] }>(GET, { as: otherTenant })
    expect(listResponse.body.data).toEqual([])
    expect((await call(getOne, { as: tenant, params: { id } })).status).toBe(200)
  })
})

function setRole(id: number, role: Role) {
  return write(tenant.ctx, (tx) => tx.update(users).set({ role }).where(eq(users.id, id)))
}
