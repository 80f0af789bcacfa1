import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { hashPassword } from '#lib/identity/passwords/password'
import { sendRecoveryLinks } from '#lib/identity/passwords/recover'
import { DEFAULT_SCOPES } from '#lib/identity/rules'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as createKey } from '../api-keys/route.ts'
import { POST as login } from '../auth/login/route.ts'
import { PUT as updateUser } from './[id]/route.ts'
import * as route from './route.ts'

const { GET, POST } = route
const password = 'tangerine orbit 41'
let tenant: TestTenant
let userCount = 0

beforeAll(async () => {
  tenant = await makeTenant()
})

const newUser = (input: object = {}) => ({
  name: 'Grace Hopper',
  email: `grace.${++userCount}@example.com`,
  role: 'user',
  password,
  ...input,
})
const create = (body: object, caller: { token: string } = tenant) => call(POST, { as: caller, body })

itIsGuarded('/users', route, { bodyByMethod: { POST: newUser() } })

describe('201', () => {
  it('creates a user who can sign in', async () => {
    const body = newUser({ email: ` Grace.Of.${tenant.tenantId}@Example.com ` })
    const createResponse = await create(body)
    expect(createResponse.status).toBe(201)
    expect(createResponse.body).toEqual({
      data: {
        id: expect.any(Number),
        name: 'Grace Hopper',
        email: `grace.of.${tenant.tenantId}@example.com`,
        pending_email: null,
        role: 'user',
        status: 'active',
        locale: 'en',
        notifications: {
          completed: true,
          delivery_failed: true,
          refused: true,
          expired: true,
          quota: true,
          webhook_disabled: true,
          sign_in_changes: true,
        },
        second_factor: false,
        provider_links: [],
        last_login_at: null,
        invitation_expires_at: null,
        created_at: expect.any(String),
      },
    })
    expect(createResponse.headers.get('location')).toMatch(
      new RegExp(`/api/v1/users/${createResponse.body.data.id}$`),
    )
    const entered = await call(login, { body: { email: body.email.trim(), password } })
    expect(entered.status).toBe(200)
  })

  it('stores the given language for emails, else that of the caller', async () => {
    const key = await tenant.addKey()
    const getLocale = async (input: object, headers = {}, caller: { token: string } = tenant) => {
      const createResponse = await call(POST, { as: caller, body: newUser(input), headers })
      return createResponse.body.data?.locale ?? Object.keys(createResponse.body.error.errors)
    }
    const french = { 'accept-language': 'pt, fr-CH;q=0.8' }
    expect(await getLocale({ locale: 'de' }, french)).toBe('de')
    expect([await getLocale({}, french), await getLocale({}, french, key)]).toEqual(['en', 'fr'])
    expect(await getLocale({ locale: 'pt' })).toEqual(['locale'])
  })

  it('invites a user without a password, for seven days', async () => {
    const createResponse = await create(newUser({ password: undefined, send_invitation: true }))
    expect(createResponse.status).toBe(201)
    expect(createResponse.body.data).toMatchObject({ status: 'invited' })
    const { invitation_expires_at, created_at } = createResponse.body.data as Record<string, string>
    expect(Date.parse(invitation_expires_at!) - Date.parse(created_at!)).toBe(7 * 86_400_000)
    const id = Number(createResponse.body.data.id)
    expect(await getTypes(id)).toEqual(['user.created', 'user.invited'])
    const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
    expect(row).toMatchObject({ passwordHash: null, invitationHash: expect.stringMatching(/^[\da-f]{64}$/) })
  })

  it('accepts a password together with an invitation, and null for no password', async () => {
    const response = await create(newUser({ send_invitation: true }))
    expect([response.status, response.body.data.status]).toEqual([201, 'active'])
    expect((await create(newUser({ password: null, send_invitation: true }))).status).toBe(201)
  })

  it('records who created whom, without the password', async () => {
    const createResponse = await create(newUser())
    const [event] = await getEvents(Number(createResponse.body.data.id))
    expect(event).toMatchObject({
      type: 'user.created',
      actor: { type: 'user', id: tenant.user.id },
      data: { user_id: createResponse.body.data.id, name: 'Grace Hopper', role: 'user' },
    })
    expect(JSON.stringify(event)).not.toMatch(/tangerine|argon2/)
  })

  it('allows a key with the scope and the rights of the role', async () => {
    const key = await tenant.addKey({ scopes: [...DEFAULT_SCOPES, 'users'] })
    expect((await create(newUser(), key)).status).toBe(201)
  })

  it('creates one user for the same Idempotency-Key', async () => {
    const options = { as: tenant, body: newUser(), headers: { 'idempotency-key': 'once' } }
    const [firstResponse, secondResponse] = [await call(POST, options), await call(POST, options)]
    expect([secondResponse.status, secondResponse.body]).toEqual([201, firstResponse.body])
  })
})

describe('200', () => {
  let tenant: TestTenant
  const list = (query: string) =>
    call<{ data: { name: string }[]; meta: object }>(GET, { as: tenant, path: `/api/v1/users?${query}` })
  const namesFor = async (query: string) => (await list(query)).body.data.map((user) => user.name)

  beforeAll(async () => {
    tenant = await makeTenant()
    for (const [name, role] of [
      ['Zoé', 'viewer'],
      ['Émile', 'user'],
      ['Bob', 'user'],
    ]) {
      await create(newUser({ name, role }), tenant)
    }
  })

  it('lists newest first, a page at a time', async () => {
    const firstResponse = await list('per_page=3')
    expect(firstResponse.body.data.map((user) => user.name)).toEqual(['Bob', 'Émile', 'Zoé'])
    expect(firstResponse.body.meta).toMatchObject({ current_page: 1, last_page: 2, per_page: 3, total: 4 })
    expect(await namesFor('per_page=3&page=2')).toEqual([tenant.user.name])
    expect((await list('')).body.meta).toMatchObject({ per_page: 15 })
    expect((await list('per_page=1000')).body.meta).toMatchObject({ per_page: 100 })
  })

  it('sorts by the given column', async () => {
    expect(await namesFor('sort=name')).toEqual([tenant.user.name, 'Bob', 'Zoé', 'Émile'])
    expect((await namesFor('sort=created_at'))[0]).toBe(tenant.user.name)
    expect(await namesFor('sort=-email&per_page=1')).toEqual(['Bob'])
  })

  it('searches names and addresses, ignoring accents and case', async () => {
    expect(await namesFor('search=EMILE')).toEqual(['Émile'])
    expect(await namesFor(`search=${tenant.user.email.slice(0, 8).toUpperCase()}`)).toEqual([
      tenant.user.name,
    ])
    expect(await namesFor('search=nobody')).toEqual([])
    expect(await namesFor('search=%25')).toEqual([])
  })

  it('searches an address as it was entered, with an internationalised domain', async () => {
    const other = await makeTenant()
    await create(newUser({ email: 'ada@müller.de' }), other)
    const path = `/api/v1/users?search=${encodeURIComponent('Ada@müller.de')}`
    const { body } = await call<{ data: { email: string }[] }>(GET, { as: other, path })
    expect(body.data.map(({ email }) => email)).toEqual(['ada@xn--mller-kva.de'])
  })

  it('filters by role', async () => {
    expect(await namesFor('role=user')).toEqual(['Bob', 'Émile'])
    expect(await namesFor('role=user&search=bob')).toEqual(['Bob'])
    expect(await namesFor('role=tenant_admin')).toEqual([tenant.user.name])
  })

  it('shows no secrets', async () => {
    await create(newUser({ password: undefined, send_invitation: true }), tenant)
    const { bytes } = await list('')
    expect(new TextDecoder().decode(bytes)).not.toMatch(/hash|nonce|argon2/i)
  })

  it('shows no user of another tenant', async () => {
    const otherTenant = await makeTenant()
    const listResponse = await call<{ data: { id: number }[] }>(GET, { as: otherTenant })
    expect(listResponse.body.data.map((user) => user.id)).toEqual([otherTenant.user.id])
  })
})

describe('400', () => {
  it.each([
    [{}, ['name', 'email', 'role', 'password']],
    [newUser({ name: ' ' }), ['name']],
    [newUser({ email: 'nobody' }), ['email']],
    [newUser({ role: 'owner' }), ['role']],
    [newUser({ password: 'short' }), ['password']],
    [newUser({ password: 'x'.repeat(129) }), ['password']],
    [newUser({ password: 'password1234' }), ['password']],
    [newUser({ password: 'Grace Hopper 1' }), ['password']],
    [newUser({ password: undefined }), ['password']],
    [newUser({ password: '', send_invitation: true }), ['password']],
    [newUser({ send_invitation: 'yes' }), ['send_invitation']],
    [newUser({ password: undefined, role: 'owner' }), ['role', 'password']],
  ])('refuses %j at %j', async (body, fields) => {
    const errorResponse = await create(body)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(fields)
  })

  it('refuses an address in use in the tenant, together with the other errors', async () => {
    const email = tenant.user.email.toUpperCase()
    const errorResponse = await create(newUser({ email, password: 'password1234' }))
    expect(errorResponse.status).toBe(400)
    expect(errorResponse.body.error.errors).toEqual({
      email: ['This email address is already in use.'],
      password: [expect.any(String)],
    })
  })

  it('creates one user for concurrent requests with the same email', async () => {
    const body = newUser()
    const responses = await Promise.all([create(body), create(body), create(body)])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  })

  it.each(['role=owner', 'per_page=many', 'page=0', 'sort=password_hash', `search=${'x'.repeat(201)}`])(
    'refuses ?%s',
    async (query) => {
      const errorResponse = await call(GET, { as: tenant, path: `/api/v1/users?${query}` })
      expect(errorResponse.status).toBe(400)
      expect(Object.keys(errorResponse.body.error.errors)).toEqual([query.split('=')[0]])
    },
  )
})

describe('403', () => {
  it.each(['user', 'viewer'] as const)('for the role %s', async (role) => {
    const member = await tenant.addMember(role)
    for (const response of [await call(GET, { as: member }), await create(newUser(), member)])
      expect([response.status, response.body.error.code]).toEqual([403, 'forbidden'])
  })
})

describe('403 for a key', () => {
  it('whose creator is no longer an administrator, for any role', async () => {
    const admin = await tenant.addMember('tenant_admin')
    const body = { name: 'Other', scopes: ['users', 'admins'] }
    const { key } = (await call<{ key: string }>(createKey, { as: admin, body })).body
    expect((await create(newUser({ role: 'tenant_admin' }), { token: key })).status).toBe(201)
    await call(updateUser, {
      method: 'PUT',
      as: tenant,
      params: { id: admin.user.id },
      body: { role: 'user' },
    })
    for (const role of ['tenant_admin', 'user', 'viewer']) {
      const errorResponse = await create(newUser({ role }), { token: key })
      expect([role, errorResponse.status, errorResponse.body.error.code]).toEqual([role, 403, 'forbidden'])
    }
  })

  it('for a test key, as live and test mode share users; reading and the test mode of a session are allowed', async () => {
    const tenant = await makeTenant({ testMode: true })
    const key = await tenant.addKey({ scopes: ['users'], testMode: true })
    for (const body of [newUser(), newUser({ password: undefined, send_invitation: true })]) {
      const errorResponse = await create(body, key)
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
      expect(errorResponse.body.error.message).toContain('test key')
    }
    expect((await call(GET, { as: key })).status).toBe(200)
    expect((await create(newUser(), tenant)).status).toBe(201)
  })
})

function getEvents(userId: number) {
  return read(tenant.ctx, (reader) =>
    reader
      .select()
      .from(events)
      .where(and(eq(events.tenantId, tenant.tenantId), eq(events.chain, `user:${userId}`)))
      .orderBy(asc(events.seq)),
  )
}

async function getTypes(userId: number) {
  return (await getEvents(userId)).map((event) => event.type)
}

describe('an address that has an account in another tenant', () => {
  const otherPassword = 'tangerine orbit 41'
  const ownPassword = 'a quiet lighthouse 7'
  let otherTenant: TestTenant
  beforeAll(async () => {
    otherTenant = await makeTenant({ passwordHash: await hashPassword(otherPassword) })
  })
  const signIn = (email: string, password: string) =>
    call<{ data: { access_token: string; user: { id: number } } }>(login, {
      address: '203.0.113.17',
      body: { email, password },
    })

  it('becomes a new account with a password of its own', async () => {
    const { email } = otherTenant.user
    const newEmail = `fresh.${email}`
    const responses = []
    for (const address of [email, newEmail])
      responses.push(await create(newUser({ email: address, password: ownPassword })))
    const shapes = responses.map(({ status, body }) => [
      status,
      { ...body.data, id: 0, email: '', created_at: '' },
    ])
    expect(shapes[0]).toEqual(shapes[1])
    for (const [index, address] of [email, newEmail].entries()) {
      const entered = await signIn(address, ownPassword)
      expect([entered.status, entered.body.data.user.id]).toEqual([200, responses[index]!.body.data.id])
    }
    const owner = await signIn(email, otherPassword)
    expect([owner.status, owner.body.data.user.id]).toEqual([200, otherTenant.user.id])
    expect((await signIn(email, 'wrong wrong wrong')).status).toBe(401)
  })

  it('opens the confirmed account if both have the same password', async () => {
    const owner = await makeTenant({ passwordHash: await hashPassword(otherPassword) })
    await create(newUser({ email: owner.user.email, password: otherPassword }))
    expect((await signIn(owner.user.email, otherPassword)).body.data.user.id).toBe(owner.user.id)
  })

  it('learns of the other account only from the invitation', async () => {
    const newEmails = watchEmails(tenant)
    await newEmails()
    const { email } = (await makeTenant()).user
    for (const address of [email, `new.${email}`])
      await create(newUser({ email: address, password: undefined, send_invitation: true }))
    const emails = await newEmails()
    const textTo = (address: string) => emails.find((email) => email.to === address)!.text
    expect(textTo(email)).toContain('You already have an account with this address')
    expect(textTo(`new.${email}`)).not.toContain('already')
  })

  it('gets a reset link for each account', async () => {
    const owner = await makeTenant({ passwordHash: await hashPassword(otherPassword) })
    const { email } = owner.user
    const createResponse = await create(newUser({ email, password: ownPassword }))
    await sendRecoveryLinks({ email, address: null, userAgent: null, requestId: 'r' }, new Date())
    for (const [accountTenant, id] of [
      [owner, owner.user.id],
      [tenant, createResponse.body.data.id],
    ] as const) {
      const [row] = await read(accountTenant.ctx, (reader) =>
        reader
          .select()
          .from(users)
          .where(eq(users.id, Number(id))),
      )
      expect(row?.recoveryHash).toMatch(/^[\da-f]{64}$/)
    }
  })
})
