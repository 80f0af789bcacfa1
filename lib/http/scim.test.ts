import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as currentUser } from '#app/api/v1/user/route'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { answerScim } from './scim.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

type Body = Record<string, unknown> & {
  id: string
  userName: string
  totalResults: number
  Resources: Record<string, unknown>[]
  members: { value: string }[]
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let tenant: TestTenant
let token: string

beforeEach(async () => {
  tenant = await makeTenant()
  token = (await tenant.addKey({ scopes: ['users', 'admins'] })).token
})

const scim = (method: Method, path: string, body?: object, as = token) =>
  call<Body>(answerScim, {
    method,
    path: `/scim/v2/${path}`,
    ...(body && { body }),
    as,
    headers: { 'content-type': 'application/scim+json' },
  })
const patch = (path: string, ...Operations: object[]) =>
  scim('PATCH', path, { schemas: [PATCH_OP], Operations })
const filter = (text: string) => `Users?filter=${encodeURIComponent(text)}`
const ada = (domain = 'example.com') => ({
  schemas: [USER],
  userName: `Ada.${tenant.tenantId}@${domain}`,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ primary: true, value: `ada.${tenant.tenantId}@${domain}`, type: 'work' }],
  externalId: '00ujl29u0le5T6Aj10h7',
  active: true,
})
const listEvents = async () => {
  const rows = await read(tenant.ctx, (reader) => reader.select().from(events))
  return rows.map(({ type }) => type).filter((type) => type.startsWith('user.'))
}

function expectError(
  { status, body, headers }: Awaited<ReturnType<typeof scim>>,
  expected: number,
  scimType?: string,
) {
  expect(headers.get('content-type')).toBe('application/scim+json')
  expect([status, body]).toEqual([
    expected,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(expected),
      ...(scimType && { scimType }),
      detail: expect.any(String),
    },
  ])
}

describe('as Okta sends it', () => {
  it('creates, finds, changes, suspends and brings back a user', async () => {
    const probe = await scim('GET', `${filter('userName eq "nobody@example.com"')}&startIndex=1&count=100`)
    expect([probe.status, probe.body]).toMatchObject([200, { totalResults: 0, Resources: [], startIndex: 1 }])
    const created = await scim('POST', 'Users', {
      ...ada(),
      password: '1mz050nq',
      groups: [],
      locale: 'de-AT',
    })
    const email = `ada.${tenant.tenantId}@example.com`
    expect([created.status, created.headers.get('location'), created.body]).toMatchObject([
      201,
      `${env().appUrl}/scim/v2/Users/${created.body.id}`,
      {
        schemas: [USER],
        userName: email,
        externalId: '00ujl29u0le5T6Aj10h7',
        name: { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
        emails: [{ value: email, primary: true }],
        active: true,
        locale: 'de',
        roles: [{ value: 'user' }],
      },
    ])
    const path = `Users/${created.body.id}`
    expect((await scim('GET', path)).body).toEqual(created.body)
    expect((await scim('GET', filter(`userName eq "${email.toUpperCase()}"`))).body.Resources).toEqual([
      created.body,
    ])
    const renamed = await scim('PUT', path, {
      ...created.body,
      name: { givenName: 'Ada', familyName: 'King' },
      displayName: null,
    })
    expect(renamed.body).toMatchObject({ displayName: 'Ada King', active: true })

    const suspended = await patch(path, { op: 'replace', value: { active: false } })
    expect([suspended.status, suspended.body]).toMatchObject([200, { userName: email, active: false }])
    expect((await scim('GET', path)).body.active).toBe(false)
    const back = await patch(path, { op: 'replace', value: { active: true } })
    expect(back.body).toMatchObject({
      id: created.body.id,
      userName: email,
      active: true,
      displayName: 'Ada King',
    })
    expect(await listEvents()).toEqual(
      expect.arrayContaining(['user.created', 'user.invited', 'user.updated', 'user.deleted']),
    )
  })

  it('ends sessions and keys of a suspended user at once, and keeps the record', async () => {
    const member = await tenant.addMember('user')
    const key = await tenant.addKey({ creator: member })
    expect((await call(currentUser, { as: member })).status).toBe(200)
    await patch(`Users/${member.user.id}`, { op: 'replace', value: { active: false } })
    for (const as of [member, key]) expect((await call(currentUser, { as })).status).toBe(401)
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select().from(users).where(eq(users.id, member.user.id)),
    )
    expect(row).toMatchObject({ name: member.user.name, email: null, suspendedEmail: member.user.email })
  })

  it('brings a suspended user back by a new POST, and deletes for good', async () => {
    const { body } = await scim('POST', 'Users', ada())
    await patch(`Users/${body.id}`, { op: 'replace', path: 'active', value: false })
    const again = await scim('POST', 'Users', ada())
    expect([again.status, again.body]).toMatchObject([201, { id: body.id, active: true }])
    expect((await scim('DELETE', `Users/${body.id}`)).status).toBe(204)
    expectError(await scim('GET', `Users/${body.id}`), 404)
    expectError(await scim('DELETE', `Users/${body.id}`), 404)
    const other = await scim('POST', 'Users', ada())
    await scim('PUT', `Users/${other.body.id}`, { ...ada(), active: false })
    expect((await scim('DELETE', `Users/${other.body.id}`)).status).toBe(204)
    expect((await scim('GET', filter('active eq false'))).body.totalResults).toBe(0)
  })
})

describe('as Entra ID sends it', () => {
  it('finds by externalId, and changes by operations in its spelling', async () => {
    const { body } = await scim('POST', 'Users', {
      ...ada(),
      schemas: [USER, ENTERPRISE],
      [ENTERPRISE]: { department: 'Engines' },
      roles: [{ primary: true, value: 'viewer' }],
    })
    expect(body).toMatchObject({ roles: [{ value: 'viewer' }] })
    expect((await scim('GET', filter('externalId eq "00ujl29u0le5T6Aj10h7"'))).body.Resources).toHaveLength(1)
    const path = `Users/${body.id}`
    const changed = await patch(
      path,
      { op: 'Replace', path: 'name.givenName', value: 'Augusta Ada' },
      { op: 'Add', path: 'name.familyName', value: 'King' },
      { op: 'Replace', path: `${USER}:externalId`, value: '58342554' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ignored@example.com' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Tables' },
      { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'user' },
    )
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { displayName: 'Augusta Ada King', externalId: '58342554', roles: [{ value: 'user' }] },
    ])
    const whole = await patch(path, {
      op: 'replace',
      value: { displayName: 'Ada King', 'name.familyName': 'King' },
    })
    expect(whole.body).toMatchObject({ displayName: 'Ada King' })
    const suspended = await patch(path, { op: 'Replace', path: 'active', value: 'False' })
    expect(suspended.body).toMatchObject({ active: false })
    const removed = await patch(path, { op: 'Remove', path: 'externalId' })
    expect(removed.body).not.toHaveProperty('externalId')
  })

  it('gives roles by groups', async () => {
    const found = await scim(
      'GET',
      `Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "viewer"')}`,
    )
    expect(found.body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: 'viewer', displayName: 'viewer' }],
    })
    expect(found.body.Resources[0]).not.toHaveProperty('members')
    const { body } = await scim('POST', 'Users', ada())
    const added = await patch('Groups/tenant_admin', {
      op: 'Add',
      path: 'members',
      value: [{ value: body.id }],
    })
    expect(added.body.members.map(({ value }) => value)).toContain(body.id)
    expect((await scim('GET', `Users/${body.id}`)).body.groups).toMatchObject([{ value: 'tenant_admin' }])
    await patch('Groups/tenant_admin', { op: 'Remove', path: `members[value eq "${body.id}"]` })
    expect((await scim('GET', `Users/${body.id}`)).body.roles).toMatchObject([{ value: 'viewer' }])
    await scim('PUT', 'Groups/user', { displayName: 'user', members: [{ value: body.id }] })
    expect((await scim('GET', 'Groups/user')).body.members).toHaveLength(1)
    await patch('Groups/user', { op: 'Remove', path: 'members', value: [{ value: body.id }] })
    expect((await scim('GET', 'Groups/user')).body.members).toEqual([])
    // Nobody has less than that role.
    await patch('Groups/viewer', { op: 'remove', path: 'members' })
    expect((await scim('GET', 'Groups/viewer')).body.members).toHaveLength(1)
  })
})

describe('errors', () => {
  it('401 and 403, in the shape of SCIM', async () => {
    expectError(await scim('GET', 'Users', undefined, 'psk_live_unknown'), 401)
    const { token: reader } = await tenant.addKey({ scopes: ['documents:read'] })
    expectError(await scim('GET', 'ServiceProviderConfig', undefined, reader), 403)
    const { token: weak } = await tenant.addKey({ scopes: ['users'] })
    expectError(await scim('POST', 'Users', ada(), weak), 403)
    expectError(
      await scim(
        'PATCH',
        `Users/${tenant.user.id}`,
        { Operations: [{ op: 'replace', path: 'active', value: false }] },
        weak,
      ),
      403,
    )
    const { token: test } = await tenant.addKey({ scopes: ['users', 'admins'], testMode: true })
    expectError(await scim('POST', 'Users', ada(), test), 403)
  })

  it('404 for what is not there, and 405', async () => {
    for (const path of [
      'Users/0',
      'Users/1e3',
      'Users/999999999',
      'Groups/owner',
      'Things',
      'Users/1/2',
      'Schemas/x',
      '%E0',
    ])
      expectError(await scim('GET', path), 404)
    const answer = await scim('DELETE', 'Users')
    expectError(answer, 405)
    expect(answer.headers.get('allow')).toBe('GET, POST')
  })

  it('409 for an address in use, the last administrator, and a group that exists', async () => {
    await scim('POST', 'Users', ada())
    expectError(await scim('POST', 'Users', ada()), 409, 'uniqueness')
    const admin = `Users/${tenant.user.id}`
    expectError(await patch(admin, { op: 'replace', value: { active: false } }), 409)
    expectError(await scim('DELETE', admin), 409)
    expectError(await patch('Groups/tenant_admin', { op: 'remove', path: 'members' }), 409)
    expectError(await scim('POST', 'Groups', { displayName: 'user' }), 409, 'uniqueness')
    expect((await scim('GET', admin)).body).toMatchObject({
      active: true,
      roles: [{ value: 'tenant_admin' }],
    })
  })

  it.each([
    ['POST', 'Users', {}, 'invalidValue'],
    ['POST', 'Users', { userName: 'ada' }, 'invalidValue'],
    ['POST', 'Users', { userName: 'ada@example.com', active: 'perhaps' }, 'invalidValue'],
    ['POST', 'Users', { userName: 'ada@example.com', roles: [{ value: 'owner' }] }, 'invalidValue'],
    ['POST', 'Users', [], 'invalidSyntax'],
    ['GET', 'Users?filter=userName', undefined, 'invalidFilter'],
    ['GET', 'Users?filter=userName%20co%20%22a%22', undefined, 'invalidFilter'],
    ['GET', 'Users?filter=title%20eq%20%22a%22', undefined, 'invalidFilter'],
    ['GET', 'Users?count=many', undefined, 'invalidValue'],
    ['GET', filter('userName eq "a\\u0000"'), undefined, 'invalidFilter'],
    ['GET', filter('externalId eq "\\ud800"'), undefined, 'invalidFilter'],
    ['GET', `Groups${filter('displayName eq "\\u0000"').slice(5)}`, undefined, 'invalidFilter'],
    ['POST', 'Users/.search', { filter: 'displayName eq "\\u0000"' }, 'invalidFilter'],
    ['POST', 'Users', { userName: 'ada@example.com', externalId: 'a\0' }, 'invalidValue'],
    ['POST', 'Users', { userName: 'ada@example.com', externalId: '\ud800' }, 'invalidValue'],
    ['POST', 'Users', { userName: 'a\0@example.com' }, 'invalidValue'],
    ['POST', 'Users', { userName: 'ada@example.com', displayName: 'A\0' }, 'invalidValue'],
    ['POST', 'Users', { userName: 'ada@example.com', name: { givenName: 'A\0' } }, 'invalidValue'],
    ['POST', 'Users', { userName: 'ada@example.com', roles: ['user\0'] }, 'invalidValue'],
    [
      'PATCH',
      'Groups/user',
      { Operations: [{ op: 'remove', path: 'members[value eq "\\u0000"]' }] },
      'invalidFilter',
    ],
    ['PUT', 'Groups/user', { displayName: 'user', members: ['7\0'] }, 'invalidValue'],
    ['PATCH', 'Groups/user', {}, 'invalidSyntax'],
    ['PATCH', 'Groups/user', { Operations: [{ op: 'move', path: 'members' }] }, 'invalidSyntax'],
    ['PATCH', 'Groups/user', { Operations: [{ op: 'remove' }] }, 'noTarget'],
    ['PATCH', 'Groups/user', { Operations: [{ op: 'replace', value: 'x' }] }, 'invalidValue'],
    [
      'PATCH',
      'Groups/user',
      { Operations: [{ op: 'add', path: 'members', value: [{ value: 'x' }] }] },
      'invalidValue',
    ],
    [
      'PATCH',
      'Groups/user',
      { Operations: [{ op: 'replace', path: 'displayName', value: 'x' }] },
      'mutability',
    ],
    ['PUT', 'Groups/user', { displayName: 'staff' }, 'mutability'],
    ['POST', 'Groups', { displayName: 'staff' }, 'invalidValue'],
    ['POST', 'Groups', {}, 'invalidSyntax'],
    ['DELETE', 'Groups/user', undefined, 'mutability'],
  ] as const)('400 for %s %s %j', async (method, path, body, scimType) => {
    expectError(await scim(method, path, body), 400, scimType)
  })

  it('a language that is no text is ignored, as one that the dashboard has not', async () => {
    const answer = await scim('POST', 'Users', { ...ada(), locale: { toString: 1 } })
    expect([answer.status, answer.body.locale]).toEqual([201, 'en'])
  })

  it('429 once the key has sent too many', async () => {
    const limits = env().rateLimits
    const { principal } = limits
    limits.principal = 1
    await scim('GET', 'Users')
    const answer = await scim('GET', 'Users')
    limits.principal = principal
    expectError(answer, 429)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('a suspended user', () => {
  it('is changed for the day of the return, but not made an administrator by a key without that scope', async () => {
    const { body } = await scim('POST', 'Users', { ...ada(), active: false })
    expect(body).toMatchObject({ active: false, displayName: 'Ada Lovelace' })
    const path = `Users/${body.id}`
    const changed = await patch(path, {
      op: 'replace',
      value: { displayName: 'Ada King', locale: 'fr', roles: [{ value: 'viewer' }] },
    })
    expect(changed.body).toMatchObject({
      active: false,
      displayName: 'Ada King',
      locale: 'fr',
      roles: [{ value: 'viewer' }],
    })
    const { token: weak } = await tenant.addKey({ scopes: ['users'] })
    const operation = { op: 'replace', path: 'roles', value: [{ value: 'tenant_admin' }] }
    expectError(await scim('PATCH', path, { Operations: [operation] }, weak), 403)
    expect((await patch(path, { op: 'add', path: 'active', value: true })).body).toMatchObject({
      active: true,
      displayName: 'Ada King',
      roles: [{ value: 'viewer' }],
    })
  })
})

describe('lists', () => {
  it('have the attributes that were asked for', async () => {
    const named = await scim('GET', `Users/${tenant.user.id}?attributes=userName,name.givenName`)
    expect(Object.keys(named.body).sort()).toEqual(['id', 'meta', 'name', 'schemas', 'userName'])
    const others = await scim('GET', 'Users?excludedAttributes=emails,displayName')
    expect(others.body.Resources[0]).not.toHaveProperty('emails')
    expect(others.body.Resources[0]).toHaveProperty('userName')
    const { email, id } = tenant.user
    const without = 'name.formatted,emails.type,emails.primary,meta.location,groups'
    expect((await scim('GET', `Users/${id}?excludedAttributes=${without}`)).body).toMatchObject({
      name: expect.not.objectContaining({ formatted: expect.anything() }),
      emails: [{ value: email }],
      meta: { location: expect.any(String) },
    })
    const group = await scim('GET', 'Groups/tenant_admin?excludedAttributes=members.display,members.%24ref')
    expect(group.body).toMatchObject({ members: [{ value: String(id), type: 'User' }] })
    expect(JSON.stringify(group.body.members)).toBe(`[{"value":"${id}","type":"User"}]`)
  })

  it('have pages', async () => {
    for (let count = 0; count < 3; count++) await tenant.addMember('user')
    const first = await scim('GET', 'Users?startIndex=1&count=3')
    const second = await scim('GET', 'Users?startIndex=4&count=3')
    expect([first.body, second.body]).toMatchObject([
      { totalResults: 4, startIndex: 1, itemsPerPage: 3 },
      { totalResults: 4, startIndex: 4, itemsPerPage: 1 },
    ])
    const ids = [...first.body.Resources, ...second.body.Resources].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect((await scim('GET', 'Users?count=0')).body).toMatchObject({ totalResults: 4, Resources: [] })
  })

  it('answer a query by POST', async () => {
    const search = {
      filter: `userName eq "${tenant.user.email}"`,
      startIndex: 1,
      count: 10,
      attributes: ['userName'],
    }
    const { status, body } = await scim('POST', 'Users/.search', search)
    expect([status, body.totalResults, Object.keys(body.Resources[0]!).sort()]).toEqual([
      200,
      1,
      ['id', 'meta', 'schemas', 'userName'],
    ])
    expectError(await scim('POST', 'Users/.search', { count: 'many' }), 400, 'invalidSyntax')
    expect((await scim('POST', 'Groups/.search', {})).body.totalResults).toBe(3)
  })

  it('show nothing of another tenant', async () => {
    const other = await makeTenant()
    expectError(await scim('GET', `Users/${other.user.id}`), 404)
    expectError(await patch(`Users/${other.user.id}`, { op: 'replace', path: 'active', value: false }), 404)
    expectError(
      await patch('Groups/user', { op: 'add', path: 'members', value: [{ value: String(other.user.id) }] }),
      400,
      'invalidValue',
    )
    expect((await scim('GET', filter(`userName eq "${other.user.email}"`))).body.totalResults).toBe(0)
  })

  it('describe what is there', async () => {
    expect((await scim('GET', 'ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    })
    expect((await scim('GET', 'ResourceTypes')).body.totalResults).toBe(2)
    expect((await scim('GET', 'ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users', schema: USER })
    expect((await scim('GET', `Schemas/${USER}`)).body).toMatchObject({ id: USER })
    expect((await scim('GET', 'Schemas')).body.totalResults).toBe(2)
  })
})
