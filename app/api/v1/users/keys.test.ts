import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { read } from '#db/tenant'
import { type Role, roles, type Scope, scopes } from '#lib/core/roles'
import { scopesOfRole } from '#lib/policy'
import { call } from '#lib/testing/call'
import { type Integration, type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'
import { POST as reset } from './[id]/reset-password/route.ts'
import { DELETE, PUT } from './[id]/route.ts'
import { POST } from './route.ts'

/** A key cannot grant more rights than it has: what the holder of a leaked key would try. */
let tenant: TestTenant
let admin: Member
let member: Member
let count = 0

beforeAll(async () => {
  tenant = await makeTenant()
})
beforeEach(async () => {
  admin = await tenant.addMember('tenant_admin')
  member = await tenant.addMember('user')
})

const keyWith = (...granted: Scope[]) => tenant.addKey({ scopes: granted })
const create = (key: Integration, role: Role) => {
  const email = `mallory.${tenant.tenantId}.${++count}@example.com`
  const body = { name: 'Mallory', email, role, password: 'tangerine orbit 41' }
  return call(POST, { as: key, body })
}
const put = (key: Integration, { user }: Member, body: object) =>
  call(PUT, { method: 'PUT', as: key, params: { id: user.id }, body })
const refusal = (answer: Awaited<ReturnType<typeof create>>) => [
  answer.status,
  answer.body?.error?.code,
  answer.body?.error?.required_scope,
]
const lacks = (scope: Scope) => [403, 'insufficient_scope', scope]

describe('201', () => {
  it.each(roles)('a key with the rights of a %s creates one', async (role) => {
    const own = role === 'tenant_admin' ? (['admins'] as const) : scopesOfRole(role)
    expect((await create(await keyWith('users', ...own), role)).status).toBe(201)
  })
})

describe('403 for creating users', () => {
  const combinations: Scope[][] = [
    ['users'],
    ['users', 'api-keys'],
    scopes.filter((scope) => scope !== 'admins'),
  ]

  it.each(combinations.map((granted) => [granted]))(
    'a key with %j creates no administrator',
    async (granted) => {
      expect(refusal(await create(await keyWith(...granted), 'tenant_admin'))).toEqual(lacks('admins'))
    },
  )

  it('a key that cannot read documents cannot create a user who can', async () => {
    for (const role of ['user', 'viewer'] as const)
      expect(refusal(await create(await keyWith('users', 'api-keys'), role))).toEqual(lacks('documents:read'))
  })

  it.each(scopesOfRole('user'))('a key without %s creates no user', async (missing) => {
    const key = await keyWith(...scopes.filter((scope) => scope !== missing && scope !== 'admins'))
    expect(refusal(await create(key, 'user'))).toEqual(lacks(missing))
  })
})

describe('403 for changing users', () => {
  let key: Integration
  beforeAll(async () => {
    key = await keyWith(...scopes.filter((scope) => scope !== 'admins'))
  })

  it('cannot change roles', async () => {
    for (const role of ['tenant_admin', 'viewer'])
      expect(refusal(await put(key, member, { role }))).toEqual(lacks('admins'))
    expect(refusal(await put(key, admin, { role: 'user' }))).toEqual(lacks('admins'))
  })

  it('cannot change administrators: email, name, password reset, removal', async () => {
    const { id } = admin.user
    const before = await rowOf(id)
    const tries = [
      await put(key, admin, { email: 'mallory@example.com' }),
      await put(key, admin, { name: 'Mallory' }),
      await call(reset, { method: 'POST', as: key, params: { id } }),
      await call(DELETE, { method: 'DELETE', as: key, params: { id } }),
    ]
    expect(tries.map(refusal)).toEqual(Array(4).fill(lacks('admins')))
    expect(await rowOf(id)).toEqual(before)
  })

  it('cannot change the address of a user with more rights than the key', async () => {
    const narrow = await keyWith('users', 'api-keys')
    expect((await put(narrow, member, { name: 'Grace' })).status).toBe(200)
    expect(refusal(await put(narrow, member, { email: 'mallory@example.com' }))).toEqual(
      lacks('documents:read'),
    )
    expect((await put(key, member, { email: `grace.${member.user.email}` })).status).toBe(200)
  })
})

describe('200', () => {
  it('a key with admins can do all of this', async () => {
    const key = await keyWith('users', 'admins')
    expect((await put(key, member, { role: 'tenant_admin' })).body.data.role).toBe('tenant_admin')
    expect((await put(key, admin, { role: 'viewer', name: 'Less' })).body.data).toMatchObject({
      role: 'viewer',
    })
    const { id } = member.user
    expect((await call(reset, { method: 'POST', as: key, params: { id } })).status).toBe(200)
    expect((await call(DELETE, { method: 'DELETE', as: key, params: { id } })).status).toBe(204)
  })
})

async function rowOf(id: number) {
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
  return row
}
