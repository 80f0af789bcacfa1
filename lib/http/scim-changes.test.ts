import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as confirmAddress } from '#app/api/v1/auth/confirm-address/route'
import { PUT as changeUser } from '#app/api/v1/users/[id]/route'
import { POST as createUser } from '#app/api/v1/users/route'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import type { Scope } from '#lib/core/roles'
import { getAddressLink } from '#lib/identity/links/link-tokens'
import { listScopes } from '#lib/policy'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { addSso } from '#lib/testing/users/sso'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { answerScim } from './scim.ts'

let tenant: TestTenant
let token: string

beforeEach(async () => {
  tenant = await makeTenant()
  token = await makeKey('users', 'admins')
})

const makeKey = async (...scopes: Scope[]) => (await tenant.addKey({ scopes })).token
const scim = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object, as = token) =>
  call<Record<string, unknown>>(answerScim, { method, path: `/scim/v2/${path}`, ...(body && { body }), as })
const patch = (path: string, operation: object, as = token) =>
  scim('PATCH', path, { Operations: [operation] }, as)
const set = (id: unknown, value: object, as = token) => patch(`Users/${id}`, { op: 'replace', value }, as)
const address = (name: string) => `${name}.${tenant.tenantId}@example.com`
const addUser = async (input: object = {}) =>
  (await scim('POST', 'Users', { userName: address('grace'), displayName: 'Grace Hopper', ...input })).body
const findUser = async (id: unknown) => {
  const [user] = await read(tenant.ctx, (reader) =>
    reader
      .select()
      .from(users)
      .where(eq(users.id, Number(id))),
  )
  return user!
}
const roleOf = async (id: unknown) => (await findUser(id)).role
const listEvents = (id: unknown) =>
  read(tenant.ctx, (reader) =>
    reader
      .select({ type: events.type, data: events.data })
      .from(events)
      .where(eq(events.chain, `user:${id}`))
      .orderBy(events.seq),
  )

describe('a changed userName', () => {
  it('is confirmed by one email, however often the directory sends it', async () => {
    const { user } = await tenant.addMember('user')
    const newEmails = watchEmails(tenant)
    const userName = address('new')
    const first = await set(user.id, { userName })
    expect([first.status, first.body.userName]).toEqual([200, user.email])
    const { addressHash } = await findUser(user.id)
    await set(user.id, { userName })
    await scim('PUT', `Users/${user.id}`, { userName, displayName: 'Ada King' })
    expect((await newEmails()).map(({ to }) => to)).toEqual([userName, user.email])
    expect(await findUser(user.id)).toMatchObject({ addressHash, pendingEmail: userName, name: 'Ada King' })
  })

  it('of a suspended user is that of the return, once accepted', async () => {
    const { user } = await tenant.addMember('user')
    await set(user.id, { active: false })
    const taken = await set(user.id, { userName: tenant.user.email })
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
    const userName = address('new')
    expect((await set(user.id, { userName })).body).toMatchObject({ userName, active: false })
    const newEmails = watchEmails(tenant)
    expect((await set(user.id, { active: true })).body).toMatchObject({ userName, active: true })
    expect(await findUser(user.id)).toMatchObject({ email: userName, emailConfirmedAt: null })
    expect((await newEmails()).map(({ to }) => to)).toEqual([userName])
    expect(await listEvents(user.id)).toContainEqual({
      type: 'user.updated',
      data: expect.objectContaining({ changes: { email: { from: user.email, to: userName } } }),
    })
  })
})

describe('a userName changed before or with the suspension', () => {
  const put = (id: unknown, userName: unknown, as = token) =>
    scim('PUT', `Users/${id}`, { userName, displayName: 'Ada', active: false }, as)
  const restore = async (id: number) => {
    const newEmails = watchEmails(tenant)
    await newEmails()
    const { body } = await set(id, { active: true })
    expect((await newEmails()).map(({ to }) => to)).toEqual([body.userName])
    return body.userName
  }

  it.each<[string, (id: number, userName: string) => Promise<unknown>]>([
    ['PUT', put],
    ['PATCH', (id, userName) => set(id, { userName, active: false })],
    ['not confirmed yet, PUT', (id, userName) => set(id, { userName }).then(() => put(id, userName))],
    [
      'not confirmed yet, PATCH',
      (id, userName) => set(id, { userName }).then(() => set(id, { active: false })),
    ],
    // As a client that writes back what it has read.
    [
      'not confirmed yet, not sent',
      (id, userName) => set(id, { userName }).then(({ body }) => put(id, body.userName)),
    ],
  ])('is that of the return, of which the old address learns: %s', async (_, suspend) => {
    const { user } = await tenant.addMember('user')
    const setColumns = { lastLoginAt: new Date(), emailConfirmedAt: new Date() }
    await write(tenant.ctx, (tx) => tx.update(users).set(setColumns).where(eq(users.id, user.id)))
    const userName = address('new')
    const newEmails = watchEmails(tenant)
    await suspend(user.id, userName)
    expect((await newEmails()).map(({ to }) => to)).toEqual([user.email])
    expect(await findUser(user.id)).toMatchObject({
      email: null,
      suspendedEmail: userName,
      pendingEmail: null,
    })
    expect(await restore(user.id)).toBe(userName)
    expect(await findUser(user.id)).toMatchObject({ email: userName, emailConfirmedAt: null })
  })

  it('is not kept where the user has asked for another one since', async () => {
    const { user, token: own } = await tenant.addMember('tenant_admin')
    await set(user.id, { userName: address('new') })
    const input = { params: { id: user.id }, body: { email: address('own') } }
    const answer = await call(changeUser, { ...input, method: 'PUT', as: { token: own } })
    expect(answer.status).toBe(200)
    expect((await set(user.id, { active: false })).body.userName).toBe(user.email)
  })

  it('is kept where the user has asked for it and the directory names it in the suspension', async () => {
    const { user, token: own } = await tenant.addMember('tenant_admin')
    const input = { params: { id: user.id }, body: { email: address('own') } }
    expect((await call(changeUser, { ...input, method: 'PUT', as: { token: own } })).status).toBe(200)
    const suspended = await set(user.id, { userName: address('own'), active: false })
    expect(suspended.body.userName).toBe(address('own'))
  })

  it.each<[string, (id: number) => ReturnType<typeof put>]>([
    ['PATCH', (id) => set(id, { active: false })],
    ['PUT', (id) => put(id, address('grace'))],
  ])(
    'is not kept where somebody else has it meanwhile, and the suspension succeeds: %s',
    async (_, suspend) => {
      const { user } = await tenant.addMember('user')
      await set(user.id, { userName: address('grace') })
      await addUser()
      expect((await suspend(user.id)).status).toBe(200)
      expect(await restore(user.id)).toBe(user.email)
    },
  )

  it.each([
    ['too late', -1],
    ['from before the clock was set back', 8],
  ])('needs no scope but `users` to be sent again, also once its confirmation is %s', async (_, days) => {
    const { user } = await tenant.addMember('user')
    const userName = address('new')
    await set(user.id, { userName })
    const setColumns = { addressExpiresAt: addDays(new Date(), days) }
    await write(tenant.ctx, (tx) => tx.update(users).set(setColumns).where(eq(users.id, user.id)))
    const { status, body } = await put(user.id, userName, await makeKey('users'))
    expect([status, body.userName]).toEqual([200, userName])
    expect((await findUser(user.id)).addressExpiresAt).not.toEqual(setColumns.addressExpiresAt)
  })

  it.each<[string, (id: number, userName: string) => Promise<unknown>]>([
    ['before it', (id, userName) => set(id, { userName }).then(() => set(id, { active: false }))],
    ['with it', (id, userName) => set(id, { userName, active: false })],
  ])('is not kept where a PATCH names the old one again: %s', async (_, suspend) => {
    const { user } = await tenant.addMember('user')
    await set(user.id, { userName: address('new') })
    await suspend(user.id, user.email)
    expect(await restore(user.id)).toBe(user.email)
  })
})

describe('the old address of a user who has signed in', () => {
  it('gets a warning when the new one needs no confirmation: suspended, or invited again', async () => {
    const { user } = await tenant.addMember('user')
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ lastLoginAt: new Date() }).where(eq(users.id, user.id)),
    )
    await set(user.id, { active: false })
    const newEmails = watchEmails(tenant)
    const recipients = async () => (await newEmails()).map(({ to }) => to)
    await set(user.id, { userName: address('new') })
    expect(await recipients()).toEqual([user.email])
    await set(user.id, { active: true })
    expect(await recipients()).toEqual([address('new')])
    await set(user.id, { userName: address('next') })
    expect(await recipients()).toEqual([address('new'), address('next')])
  })
})

describe('groups', () => {
  it.each([
    ['replace', 'members[value eq "ID"]', 'invalidPath'],
    ['add', 'members[value eq "ID"]', 'invalidPath'],
    ['remove', 'members[display eq "ID"]', 'invalidFilter'],
    ['remove', 'members.value', 'invalidPath'],
  ])('refuse to %s %s', async (op, path, scimType) => {
    const { user } = await tenant.addMember('user')
    const value = { value: String(user.id) }
    const answer = await patch('Groups/user', { op, path: path.replace('ID', value.value), value })
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType])
    expect(await roleOf(user.id)).toBe('user')
  })

  it('change whole or not at all', async () => {
    const { user } = await tenant.addMember('viewer')
    const members = [{ value: user.id }, { value: '999999999' }]
    expect((await scim('PUT', 'Groups/user', { displayName: 'user', members })).status).toBe(400)
    expect(await roleOf(user.id)).toBe('viewer')
    const add = { op: 'add', path: 'members', value: [{ value: user.id }] }
    const Operations = [add, { op: 'remove', path: 'members[display eq "x"]' }]
    expect((await scim('PATCH', 'Groups/user', { Operations })).status).toBe(400)
    expect(await roleOf(user.id)).toBe('viewer')
  })

  it('do not change more than 500 members in one request', async () => {
    const value = Array.from({ length: 501 }, (_, index) => ({ value: String(900_000_000 + index) }))
    const answer = await patch('Groups/user', { op: 'add', path: 'members', value })
    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue'])
  })

  it('are still there where a member is not', async () => {
    const { body: gone } = await scim('POST', 'Users', { userName: address('gone') })
    await scim('DELETE', `Users/${gone.id}`)
    const members = [{ value: gone.id }]
    for (const answer of [
      await patch('Groups/user', { op: 'add', path: 'members', value: members }),
      await scim('PUT', 'Groups/user', { displayName: 'user', members }),
    ])
      expect([answer.status, answer.body.scimType, answer.body.detail]).toEqual([
        400,
        'invalidValue',
        `There is no user ${gone.id}.`,
      ])
  })

  it('keep their members when a PUT does not name any', async () => {
    const { user } = await tenant.addMember('user')
    const answer = await scim('PUT', 'Groups/user', { displayName: 'user' })
    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue'])
    expect(await roleOf(user.id)).toBe('user')
    await scim('PUT', 'Groups/user', { displayName: 'user', members: [] })
    expect(await roleOf(user.id)).toBe('viewer')
  })

  it('keep the maker of the key, whom the directory need not know, when all members are replaced', async () => {
    const [kept, other] = [await tenant.addMember('tenant_admin'), await tenant.addMember('tenant_admin')]
    const members = [{ value: kept.user.id }]
    const { status } = await scim('PUT', 'Groups/tenant_admin', { displayName: 'tenant_admin', members })
    const ids = [tenant.user.id, kept.user.id, other.user.id]
    expect([status, ...(await Promise.all(ids.map(roleOf)))]).toEqual([
      200,
      'tenant_admin',
      'tenant_admin',
      'viewer',
    ])
  })

  it('take a suspended user, for the day of the return', async () => {
    const { user } = await tenant.addMember('viewer')
    await set(user.id, { active: false })
    const answer = await patch('Groups/user', { op: 'add', path: 'members', value: [{ value: user.id }] })
    expect([answer.status, await roleOf(user.id)]).toEqual([200, 'user'])
  })
})

describe('a role that the directory withdraws', () => {
  it('is that of no return of a suspended user either, and groups tell so', async () => {
    const { user } = await tenant.addMember('tenant_admin')
    const group = async () => JSON.stringify((await scim('GET', 'Groups/tenant_admin')).body.members)
    await set(user.id, { active: false })
    expect(await group()).toContain(`"${user.id}"`)
    const path = `members[value eq "${user.id}"]`
    expect((await patch('Groups/tenant_admin', { op: 'remove', path })).status).toBe(200)
    expect(await group()).not.toContain(`"${user.id}"`)
    expect((await set(user.id, { active: true })).body).toMatchObject({ roles: [{ value: 'viewer' }] })
  })

  it('of a suspended administrator needs the scope for administrators', async () => {
    const { user } = await tenant.addMember('tenant_admin')
    await set(user.id, { active: false })
    const operation = { op: 'remove', path: 'members' }
    expect((await patch('Groups/tenant_admin', operation, await makeKey('users'))).status).toBe(403)
    expect(await roleOf(user.id)).toBe('tenant_admin')
  })

  it.each<[object, string]>([
    [{ op: 'remove', path: 'roles' }, 'viewer'],
    [{ op: 'Remove', path: 'roles[value eq "user"]' }, 'viewer'],
    [{ op: 'Remove', path: 'roles[primary eq "True"]' }, 'viewer'],
    [{ op: 'remove', path: 'roles', value: [{ value: 'user' }] }, 'viewer'],
    [{ op: 'replace', path: 'roles', value: [] }, 'viewer'],
    [{ op: 'replace', value: { roles: null } }, 'viewer'],
    [{ op: 'remove', path: 'roles[value eq "tenant_admin"]' }, 'user'],
    [{ op: 'remove', path: 'roles', value: [{ value: 'tenant_admin' }] }, 'user'],
    [{ op: 'add', path: 'roles', value: [] }, 'user'],
  ])('%j', async (operation, role) => {
    const { user } = await tenant.addMember('user')
    expect((await patch(`Users/${user.id}`, operation)).status).toBe(200)
    expect(await roleOf(user.id)).toBe(role)
  })

  it('for another one, in one request', async () => {
    const { user } = await tenant.addMember('user')
    const add = { op: 'add', path: 'roles', value: [{ value: 'tenant_admin' }] }
    const remove = { op: 'remove', path: 'roles[value eq "user"]' }
    for (const Operations of [
      [add, remove],
      [remove, add],
    ]) {
      await set(user.id, { roles: [{ value: 'user' }] })
      await scim('PATCH', `Users/${user.id}`, { Operations })
      expect(await roleOf(user.id)).toBe('tenant_admin')
    }
  })
})

describe('attributes of an extension', () => {
  const extension = 'urn:ietf:params:scim:schemas:extension:Acme:2.0:User'
  const attributes = {
    userName: 'changed@example.com',
    displayName: 'Cost centre 7',
    active: 'False',
    locale: 'de',
    roles: 'tenant_admin',
    externalId: 'e2',
  }

  it.each(Object.entries(attributes))('are not those of the core: %s', async (name, value) => {
    const user = await addUser({ externalId: 'e1' })
    for (const operation of [
      { op: 'Add', path: `${extension}:${name}`, value },
      { op: 'replace', value: { [`${extension}:${name}`]: value } },
      { op: 'replace', value: { [extension]: { [name]: value } } },
      { op: 'replace', path: extension, value: { [name]: value } },
    ])
      expect((await patch(`Users/${user.id}`, operation)).body).toEqual(user)
    const filter = encodeURIComponent(`${extension}:${name} eq "${value}"`)
    expect((await scim('GET', `Users?filter=${filter}`)).body).toMatchObject({ scimType: 'invalidFilter' })
    const { body } = await scim('GET', `Users/${user.id}?excludedAttributes=${extension}:${name}`)
    expect(body).toEqual(user)
  })

  it('have names that begin like those of the core', async () => {
    const user = await addUser()
    expect((await set(user.id, { rolesOfProjects: 'Engineer', rolesInTeam: null })).body).toEqual(user)
  })

  it.each([
    (path: string, value: string) => ({ op: 'replace', path: `${path}:displayName`, value }),
    (path: string, value: string) => ({ op: 'add', value: { [`${path}:displayName`]: value } }),
    (path: string, value: string) => ({ op: 'add', path: null, value: { [path]: { displayName: value } } }),
    (path: string, value: string) => ({ op: 'add', path, value: { name: { formatted: value } } }),
  ])('are told from those with the URN of the core: %#', async (makeOperation) => {
    const { id } = await addUser()
    const operation = makeOperation('urn:ietf:params:scim:schemas:core:2.0:User', 'Ada King')
    expect((await patch(`Users/${id}`, operation)).body).toMatchObject({ displayName: 'Ada King' })
  })
})

describe('attributes without a value', () => {
  it('are as absent ones: null, and an empty list', async () => {
    const user = await addUser({ roles: [], name: null, externalId: null, locale: null, active: null })
    expect(user).toMatchObject({ active: true, roles: [{ value: 'user' }], displayName: 'Grace Hopper' })
    const path = `Users/${user.id}`
    const input = { userName: user.userName, roles: [], name: { givenName: null, formatted: 'Grace' } }
    expect((await scim('PUT', path, input)).body).toMatchObject({
      roles: [{ value: 'user' }],
      displayName: 'Grace',
    })
    await set(user.id, { externalId: 'e1' })
    const removed = await patch(path, { op: 'replace', path: 'externalId', value: null })
    expect([removed.status, removed.body.externalId]).toEqual([200, undefined])
  })

  it.each([
    { op: 'remove', path: 'userName' },
    { op: 'replace', path: 'userName', value: null },
  ])('refused for a userName: %j', async (operation) => {
    const answer = await patch(`Users/${tenant.user.id}`, operation)
    expect([answer.status, answer.body.scimType]).toEqual([400, 'mutability'])
  })
})

describe('a name', () => {
  it.each<[object, string]>([
    [{ givenName: 'Ana', familyName: null }, 'Ana'],
    [{ givenName: 'Ana' }, 'Ana'],
    [{ familyName: 'van der Berg' }, 'van der Berg'],
    [{ givenName: null }, 'Gabriel García Márquez'],
  ])('of a PUT with the parts %j has no parts of before', async (name, displayName) => {
    const { id, userName } = await addUser({ displayName: 'Gabriel García Márquez' })
    expect((await scim('PUT', `Users/${id}`, { userName, name })).body).toMatchObject({ displayName })
  })

  it('loses a part that is removed', async () => {
    const { id } = await addUser({ displayName: 'Gabriel García Márquez' })
    const remove = (path: string) => patch(`Users/${id}`, { op: 'remove', path })
    expect((await remove('name.familyName')).body).toMatchObject({ displayName: 'Gabriel García' })
    // There must be a name.
    for (const path of ['displayName', 'name', 'name.formatted'])
      expect((await remove(path)).body).toMatchObject({ displayName: 'Gabriel García' })
  })

  it.each<[object, string]>([
    [{ 'name.familyName': 'García Pérez', 'name.formatted': 'Gabriel García Pérez' }, 'Gabriel García Pérez'],
    [{ name: { familyName: '山田', givenName: '太郎', formatted: '山田 太郎' } }, '山田 太郎'],
    [{ displayName: 'Gabo', name: { formatted: 'Gabriel García' } }, 'Gabo'],
    [
      { displayName: '', name: { formatted: '', givenName: 'Ana', familyName: 'de la Cruz' } },
      'Ana de la Cruz',
    ],
    [{ name: { givenName: 'Ana' } }, 'Ana Márquez'],
    [{ name: { familyName: null } }, 'Gabriel García'],
    [{ displayName: null, name: { formatted: null } }, 'Gabriel García Márquez'],
  ])('of %j', async (value, name) => {
    const { id } = await addUser({ displayName: 'Gabriel García Márquez' })
    expect((await set(id, value)).body).toMatchObject({ displayName: name })
  })
})

describe('a filter', () => {
  it('finds an address in the form in which it was sent, and a name in another case', async () => {
    const userName = `ana.${tenant.tenantId}@Bücher.example`
    const { id } = await addUser({ userName, displayName: 'Ana Lovelace' })
    for (const filter of [
      `userName eq "${userName}"`,
      `emails.value eq "ana.${tenant.tenantId}@xn--bcher-kva.example"`,
      'displayName eq "ANA lovelace"',
    ]) {
      const { body } = await scim('GET', `Users?filter=${encodeURIComponent(filter)}`)
      expect([filter, body.Resources]).toMatchObject([filter, [{ id }]])
    }
  })
})

describe('a request', () => {
  it('is one change, with one event', async () => {
    const { user } = await tenant.addMember('user')
    await set(user.id, { externalId: 'e1', displayName: 'Ada King', locale: 'fr' })
    const changes = {
      external_id: { from: null, to: 'e1' },
      name: { from: user.name, to: 'Ada King' },
      locale: { from: 'en', to: 'fr' },
    }
    expect(await listEvents(user.id)).toMatchObject([{ type: 'user.updated', data: { changes } }])
    await set(user.id, { externalId: 'e1', displayName: 'Ada King', active: true })
    expect(await listEvents(user.id)).toHaveLength(1)
  })

  it('that is refused changes nothing, and does not create half a user', async () => {
    const { user } = tenant
    await tenant.addMember('tenant_admin')
    expect((await set(user.id, { externalId: 'e1', displayName: 'Ada King', active: false })).status).toBe(
      409,
    )
    expect(await findUser(user.id)).toMatchObject({ name: user.name, externalId: null, deletedAt: null })
    const created = await addUser({ externalId: 'e2', active: false })
    expect((await listEvents(created.id)).map(({ type }) => type)).toEqual(['user.created', 'user.deleted'])
    expect(created).toMatchObject({ externalId: 'e2', active: false })
  })

  it('does not end the maker of its key, with which the directory would end', async () => {
    await tenant.addMember('tenant_admin')
    const path = `Users/${tenant.user.id}`
    for (const answer of [await set(tenant.user.id, { active: false }), await scim('DELETE', path)]) {
      expect(answer.status).toBe(409)
      expect(answer.body.detail).toContain('API key')
    }
    expect((await scim('GET', path)).body).toMatchObject({ active: true })
  })
})

describe('an administrator, for a key without that scope', () => {
  it('gets no other externalId, and is not deleted while suspended', async () => {
    const weak = await makeKey('users')
    const { user } = await tenant.addMember('tenant_admin')
    expect((await set(user.id, { externalId: 'e1' }, weak)).status).toBe(403)
    await set(user.id, { active: false })
    expect((await set(user.id, { externalId: 'e1' }, weak)).status).toBe(403)
    expect((await scim('DELETE', `Users/${user.id}`, undefined, weak)).status).toBe(403)
    expect(await findUser(user.id)).toMatchObject({ suspendedEmail: user.email, externalId: null })
    expect((await scim('DELETE', `Users/${user.id}`)).status).toBe(204)
    const { name, email, role } = user
    expect((await listEvents(user.id)).slice(-1)).toEqual([
      { type: 'user.deleted', data: { user_id: user.id, name, email, role } },
    ])
  })
})

describe('without single sign-on', () => {
  it('a user who was created inactive, and one who was suspended, is invited', async () => {
    const newEmails = watchEmails(tenant)
    const { id } = await addUser({ active: false })
    expect(await newEmails()).toEqual([])
    for (let count = 0; count < 2; count++) {
      await set(id, { active: true })
      expect((await newEmails()).map(({ to, text }) => [to, text.includes('/invitation/')])).toEqual([
        [address('grace'), true],
      ])
      await set(id, { active: false })
    }
  })

  describe('only: a user of a provider has a way in', () => {
    const contractor = { userName: 'contractor@partner.example' }

    it('with an address of its domains', async () => {
      await addSso(tenant, { enforced: true })
      const newEmails = watchEmails(tenant)
      const { id } = await addUser({ active: false })
      await set(id, { active: true })
      expect(await newEmails()).toEqual([])
    })

    it('with another address the password', async () => {
      await addSso(tenant)
      const newEmails = watchEmails(tenant)
      const { id } = await addUser({ ...contractor, active: false })
      await set(id, { active: true })
      expect((await newEmails()).map(({ to, text }) => [to, text.includes('/invitation/')])).toEqual([
        [contractor.userName, true],
      ])
    })

    it('which must not be closed on both sides, except for administrators, who have the password', async () => {
      await addSso(tenant, { enforced: true })
      const refused = await scim('POST', 'Users', contractor)
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
      expect(refused.body.detail).toContain('partner.example')
      const { id } = await addUser({ ...contractor, active: false })
      expect((await set(id, { active: true })).status).toBe(400)
      const invited = { name: 'Ada', email: address('ada'), role: 'user', send_invitation: true }
      const { body } = await call(createUser, { as: tenant, body: invited })
      const moved = await set(body.data.id, { userName: 'ada@partner.example' })
      expect([moved.status, moved.body.scimType]).toEqual([400, 'invalidValue'])
      const newEmails = watchEmails(tenant)
      const admin = await set(id, { active: true, roles: ['tenant_admin'] })
      expect(admin.body).toMatchObject({ active: true, roles: [{ value: 'tenant_admin' }] })
      expect((await newEmails()).filter(({ text }) => text.includes('/invitation/'))).toHaveLength(1)
    })
  })
})

describe('the address of a suspended user', () => {
  let suspended: Awaited<ReturnType<TestTenant['addMember']>>['user']
  beforeEach(async () => {
    suspended = (await tenant.addMember('user')).user
    await set(suspended.id, { active: false })
  })
  const holders = async () => {
    const filter = `Users?filter=${encodeURIComponent(`userName eq "${suspended.email}"`)}`
    return (await scim('GET', filter)).body.Resources
  }

  it('brings the user back by an invitation here, with the name and role of it', async () => {
    const input = { name: 'Ada King', email: suspended.email, role: 'viewer', send_invitation: true }
    const newEmails = watchEmails(tenant)
    const created = await call<{ data: { id: number } }>(createUser, { body: input, as: tenant })
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { id: suspended.id, name: 'Ada King', role: 'viewer', status: 'invited' },
    ])
    expect(await holders()).toMatchObject([{ id: String(suspended.id), active: true }])
    expect((await newEmails()).filter(({ text }) => text.includes('/invitation/'))).toHaveLength(1)
    expect((await listEvents(suspended.id)).slice(1)).toMatchObject([
      { type: 'user.updated', data: { changes: { role: { from: 'user', to: 'viewer' } } } },
      { type: 'user.created', data: { restored: true, email: suspended.email, role: 'viewer' } },
      { type: 'user.invited' },
    ])
  })

  it('brings the user back with a password, for which the address is not confirmed any more', async () => {
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, suspended.id)),
    )
    const { name, email } = suspended
    const input = { name, email, role: 'user', password: 'tangerine orbit 41' }
    expect((await call(createUser, { body: input, as: tenant })).status).toBe(201)
    const row = await findUser(suspended.id)
    expect(row).toMatchObject({ deletedAt: null, emailConfirmedAt: null })
    expect(row.passwordHash).not.toBeNull()
  })

  it('brings no administrator back for a key without that scope', async () => {
    await set(suspended.id, { roles: [{ value: 'tenant_admin' }] })
    const input = { name: 'Ada', email: suspended.email, role: 'viewer', send_invitation: true }
    const as = await tenant.addKey({ scopes: ['users', ...listScopes('viewer')] })
    expect((await call(createUser, { body: input, as })).status).toBe(403)
    expect(await findUser(suspended.id)).toMatchObject({ suspendedEmail: suspended.email })
  })

  it('is given to nobody else: active, invited or suspended', async () => {
    const { user: member } = await tenant.addMember('user')
    const change = { email: suspended.email }
    const answer = await call(changeUser, {
      method: 'PUT',
      params: { id: member.id },
      body: change,
      as: tenant,
    })
    expect([answer.status, answer.body.error.errors]).toEqual([
      400,
      { email: [expect.stringContaining('the directory has suspended')] },
    ])
    const invited = await addUser()
    const gone = await tenant.addMember('user')
    await set(gone.user.id, { active: false })
    for (const id of [member.id, invited.id, gone.user.id]) {
      const refused = await set(id, { userName: suspended.email })
      expect([refused.status, refused.body.scimType]).toEqual([409, 'uniqueness'])
      expect(refused.body.detail).toContain('the directory has suspended')
    }
    expect(await holders()).toHaveLength(1)
  })

  it('is not confirmed by another user, who asked for it before', async () => {
    const { user: member } = await tenant.addMember('user')
    const email = address('next')
    await call(changeUser, { method: 'PUT', params: { id: member.id }, body: { email }, as: tenant })
    await set(suspended.id, { userName: email })
    const token = getAddressLink(await findUser(member.id))!
      .split('/')
      .at(-1)!
    const answer = await call(confirmAddress, { body: { token } })
    expect([answer.status, Object.keys(answer.body.error.errors)]).toEqual([400, ['token']])
    expect((await findUser(member.id)).email).toBe(member.email)
  })
})
