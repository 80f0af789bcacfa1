import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { type Role, roles, type Scope, scopes } from '#lib/core/roles'
import { listScopes } from '#lib/policy'
import { call } from '#lib/testing/service/call'
import { type Integration, type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as resetPassword } from './[id]/reset-password/route.ts'
import { DELETE as deleteUser, PUT as updateUser } from './[id]/route.ts'
import { POST as createUser } from './route.ts'

// A key cannot grant more rights than it has: these are requests that the holder of a leaked key would try.
let tenant: TestTenant
let admin: Member
let member: Member
let userCount = 0

beforeAll(async () => {
  tenant = await makeTenant()
})
beforeEach(async () => {
  admin = await tenant.addMember('tenant_admin')
  member = await tenant.addMember('user')
})

const keyWith = (...granted: Scope[]) => tenant.addKey({ scopes: granted })
const create = (key: Integration, role: Role) => {
  const email = `mallory.${tenant.tenantId}.${++userCount}@example.com`
  const body = { name: 'Mallory', email, role, password: 'tangerine orbit 41' }
  return call(createUser, { as: key, body })
}
const put = (key: Integration, { user }: Member, body: object) =>
  call(updateUser, { method: 'PUT', as: key, params: { id: user.id }, body })
const getError = (response: Awaited<ReturnType<typeof create>>) => [
  response.status,
  response.body?.error?.code,
  response.body?.error?.required_scope,
]
const getLack = (scope: Scope) => [403, 'insufficient_scope', scope]

describe('201', () => {
  it.each(roles)('a key can create users whose rights it has: %s', async (role) => {
    const granted = role === 'tenant_admin' ? (['admins'] as const) : listScopes(role)
    expect((await create(await keyWith('users', ...granted), role)).status).toBe(201)
  })
})

describe('403 for creating users', () => {
  const combinations: Scope[][] = [
    ['users'],
    ['users', 'api-keys'],
    scopes.filter((scope) => scope !== 'admins'),
  ]

  it.each(combinations.map((granted) => [granted]))(
    'a key with %j cannot create an administrator',
    async (granted) => {
      expect(getError(await create(await keyWith(...granted), 'tenant_admin'))).toEqual(getLack('admins'))
    },
  )

  it('a key that cannot read documents cannot create a user who can', async () => {
    for (const role of ['user', 'viewer'] as const)
      expect(getError(await create(await keyWith('users', 'api-keys'), role))).toEqual(
        getLack('documents:read'),
      )
  })

  it.each(listScopes('user'))('a key without %s cannot create a user', async (missing) => {
    const key = await keyWith(...scopes.filter((scope) => scope !== missing && scope !== 'admins'))
    expect(getError(await create(key, 'user'))).toEqual(getLack(missing))
  })
})

describe('403 for changing users', () => {
  let key: Integration
  beforeAll(async () => {
    key = await keyWith(...scopes.filter((scope) => scope !== 'admins'))
  })

  it('a key without admins cannot change roles', async () => {
    for (const role of ['tenant_admin', 'viewer'])
      expect(getError(await put(key, member, { role }))).toEqual(getLack('admins'))
    expect(getError(await put(key, admin, { role: 'user' }))).toEqual(getLack('admins'))
  })

  it('a key without admins cannot change, reset or delete administrators', async () => {
    const { id } = admin.user
    const before = await getRow(id)
    const responses = [
      await put(key, admin, { email: 'mallory@example.com' }),
      await put(key, admin, { name: 'Mallory' }),
      await call(resetPassword, { method: 'POST', as: key, params: { id } }),
      await call(deleteUser, { method: 'DELETE', as: key, params: { id } }),
    ]
    expect(responses.map(getError)).toEqual(Array(4).fill(getLack('admins')))
    expect(await getRow(id)).toEqual(before)
  })

  it('a key cannot change the address of a user who has more rights', async () => {
    const narrowKey = await keyWith('users', 'api-keys')
    expect((await put(narrowKey, member, { name: 'Grace' })).status).toBe(200)
    expect(getError(await put(narrowKey, member, { email: 'mallory@example.com' }))).toEqual(
      getLack('documents:read'),
    )
    expect((await put(key, member, { email: `grace.${member.user.email}` })).status).toBe(200)
  })
})

describe('200', () => {
  it('a key with admins can make all these changes', async () => {
    const key = await keyWith('users', 'admins')
    expect((await put(key, member, { role: 'tenant_admin' })).body.data.role).toBe('tenant_admin')
    expect((await put(key, admin, { role: 'viewer', name: 'Less' })).body.data).toMatchObject({
      role: 'viewer',
    })
    const { id } = member.user
    expect((await call(resetPassword, { method: 'POST', as: key, params: { id } })).status).toBe(200)
    expect((await call(deleteUser, { method: 'DELETE', as: key, params: { id } })).status).toBe(204)
  })
})

async function getRow(id: number) {
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
  return row
}
