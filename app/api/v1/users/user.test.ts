import { setTimeout as sleep } from 'node:timers/promises'
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { sessions, users } from '#db/schema/identity'
import { userIdentities } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { addDays, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { getInvitationLink, getRecoveryLink } from '#lib/identity/links/link-tokens'
import { sendReset } from '#lib/identity/passwords/send-reset'
import { lockSessionFamily, rotateSession } from '#lib/identity/sessions/internal/sessions'
import { createUser } from '#lib/identity/users/create-user'
import { deleteUser } from '#lib/identity/users/delete-user'
import { updateUser } from '#lib/identity/users/update-user'
import { addDocument } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { addSso } from '#lib/testing/users/sso'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getDocument } from '../documents/[id]/route.ts'
import { GET as getCurrentUser } from '../user/route.ts'
import * as resetRoute from './[id]/reset-password/route.ts'
import * as userRoute from './[id]/route.ts'
import { POST as postUser } from './route.ts'

let tenant: TestTenant
let person: Member
const recordOfOtherTenant = async () => ({ id: (await makeTenant()).user.id })

beforeAll(async () => {
  tenant = await makeTenant()
})
beforeEach(async () => {
  person = await tenant.addMember('user')
})

const get = (id: number, caller: { token: string } = tenant) =>
  call(userRoute.GET, { as: caller, params: { id } })
const put = (id: number, body: object, caller: { token: string } = tenant) =>
  call(userRoute.PUT, { method: 'PUT', as: caller, params: { id }, body })
const remove = (id: number, caller: { token: string } = tenant) =>
  call(userRoute.DELETE, { method: 'DELETE', as: caller, params: { id } })
const sendResetLink = (id: number, caller: { token: string } = tenant) =>
  call<{ message: string; error?: { errors?: object } }>(resetRoute.POST, {
    method: 'POST',
    as: caller,
    params: { id },
  })

itIsGuarded('/users/{id}', userRoute, {
  bodyByMethod: { PUT: { name: 'Other' } },
  idsOfOtherTenant: recordOfOtherTenant,
})
itIsGuarded('/users/{id}/reset-password', resetRoute, { idsOfOtherTenant: recordOfOtherTenant })

describe('GET 200', () => {
  it('shows one user', async () => {
    const getResponse = await get(person.user.id)
    expect([getResponse.status, getResponse.body.data]).toEqual([200, expect.objectContaining(person.user)])
  })
})

describe('PUT 200', () => {
  it('changes name and role from the next request on', async () => {
    const updateResponse = await put(person.user.id, { name: 'Ada King', role: 'viewer' })
    expect(updateResponse.status).toBe(200)
    expect(updateResponse.body.data).toMatchObject({ ...person.user, name: 'Ada King', role: 'viewer' })
    expect((await call(getCurrentUser, { as: person })).body.data).toMatchObject({
      role: 'viewer',
      name: 'Ada King',
    })
    expect(await lastEvent(person.user.id)).toMatchObject({
      type: 'user.updated',
      data: {
        changes: { name: { from: person.user.name, to: 'Ada King' }, role: { from: 'user', to: 'viewer' } },
      },
    })
  })

  it('changes the language of emails', async () => {
    expect((await put(person.user.id, { locale: 'es' })).body.data).toMatchObject({ locale: 'es' })
    expect(await lastEvent(person.user.id)).toMatchObject({
      data: { changes: { locale: { from: 'en', to: 'es' } } },
    })
  })

  it('leaves absent members unchanged, refuses unknown ones and records no empty change', async () => {
    const refused = await put(person.user.id, { password_hash: 'x', tenant_id: 1, role: 'viewer' })
    expect(refused.status).toBe(400)
    const secondResponse = await put(person.user.id, { role: 'user' })
    expect(secondResponse.body.data).toMatchObject(person.user)
    expect(await lastEvent(person.user.id)).toBeUndefined()
  })

  it('keeps the email until the new one is confirmed', async () => {
    const email = `new.${person.user.email}`
    const proposed = await put(person.user.id, { email: `New.${person.user.email}` })
    expect(proposed.body.data).toMatchObject({ email: person.user.email, pending_email: email })
    expect(await lastEvent(person.user.id)).toMatchObject({
      type: 'user.address_change_requested',
      data: { from: person.user.email, to: email },
    })
    const withdrawn = await put(person.user.id, { email: person.user.email })
    expect(withdrawn.body.data).toMatchObject({ email: person.user.email, pending_email: null })
    expect(await getRow(person.user.id)).toMatchObject({ addressHash: null, addressNonce: null })
    expect(await lastEvent(person.user.id)).toMatchObject({
      type: 'user.updated',
      data: { changes: { pending_email: { from: email, to: null } } },
    })
  })

  it('keeps the pending email when the record is sent back whole', async () => {
    const email = `new.${person.user.email}`
    await put(person.user.id, { email })
    const before = await getRow(person.user.id)
    const record = (await get(person.user.id)).body.data
    const sentBack = await put(person.user.id, { ...record, name: 'Ada King' })
    expect(sentBack.body.data).toEqual({ ...record, name: 'Ada King' })
    expect(await getRow(person.user.id)).toMatchObject({ addressHash: before.addressHash })
  })

  it('keeps the confirmed email of an invited user when it is sent again', async () => {
    const invitedId = await invite()
    await write(tenant, (tx) =>
      tx.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, invitedId)),
    )
    for (const body of [(await get(invitedId)).body.data, { email: (await getRow(invitedId)).email }])
      expect((await put(invitedId, body)).status).toBe(200)
    expect((await getRow(invitedId)).emailConfirmedAt).not.toBeNull()
  })

  it.each([
    ['has ended', 0],
    ['is from before the clock was set back', 8],
  ])('no longer shows a pending address whose link %s', async (_, days) => {
    const { body } = await put(person.user.id, { email: `new.${person.user.email}` })
    expect(body.data.pending_email).toBe(`new.${person.user.email}`)
    await write(tenant, (tx) =>
      tx
        .update(users)
        .set({ addressExpiresAt: addDays(new Date(), days) })
        .where(eq(users.id, person.user.id)),
    )
    expect((await get(person.user.id)).body.data.pending_email).toBeNull()
  })

  it('cancels a pending address when the role changes', async () => {
    await put(person.user.id, { email: `new.${person.user.email}` })
    const promoted = await put(person.user.id, { role: 'tenant_admin' })
    expect(promoted.body.data).toMatchObject({ role: 'tenant_admin', pending_email: null })
    expect((await getRow(person.user.id)).addressHash).toBeNull()
  })

  it('invites a user again whose address is corrected', async () => {
    const invitedId = await invite()
    const before = getInvitationLink(await getRow(invitedId))
    await put(invitedId, { email: `right.${person.user.email}` })
    const after = getInvitationLink(await getRow(invitedId))
    expect(after).not.toBe(before)
    expect((await lastEvent(invitedId))?.type).toBe('user.invited')
  })

  it('changes many addresses concurrently without deadlock', async () => {
    const people = await Promise.all(Array.from({ length: 15 }, () => tenant.addMember('viewer')))
    const updateResponses = await Promise.all(
      people.map(({ user }) => put(user.id, { email: `new.${user.email}` })),
    )
    expect(updateResponses.map(({ status }) => status)).toEqual(Array(15).fill(200))
  })

  it('demotes an administrator while another remains', async () => {
    const secondMember = await tenant.addMember('tenant_admin')
    expect((await put(secondMember.user.id, { role: 'user' })).body.data).toMatchObject({ role: 'user' })
  })

  it('lets users change their own name', async () => {
    const otherMember = await tenant.addMember('tenant_admin')
    const ownResponse = await put(
      otherMember.user.id,
      { name: 'Me Myself', role: 'tenant_admin' },
      otherMember,
    )
    expect([ownResponse.status, ownResponse.body.data.name]).toEqual([200, 'Me Myself'])
  })
})

describe('PUT 400', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ role: 'owner' }, 'role'],
    [{ role: null }, 'role'],
    [{ email: 'nobody' }, 'email'],
  ])('refuses %j', async (body, field) => {
    const errorResponse = await put(person.user.id, body)
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, [field]])
  })

  it('refuses an address in use in the tenant, and does not reveal other tenants', async () => {
    const conflict = await put(person.user.id, { email: tenant.user.email })
    expect(conflict.status).toBe(400)
    expect(conflict.body.error.errors).toEqual({ email: ['This email address is already in use.'] })
    const { email } = (await makeTenant()).user
    const elsewhere = await put(person.user.id, { email })
    expect([elsewhere.status, elsewhere.body.data.pending_email]).toEqual([200, email])
  })
})

describe('PUT 403', () => {
  it('users cannot change their own role, by token or by key', async () => {
    const secondMember = await tenant.addMember('tenant_admin')
    const responseByToken = await put(secondMember.user.id, { role: 'user' }, secondMember)
    expect([responseByToken.status, responseByToken.body.error.code]).toEqual([403, 'forbidden'])
    const key = await tenant.addKey({ scopes: ['users'] })
    expect((await put(tenant.user.id, { role: 'viewer' }, key)).status).toBe(403)
    expect((await get(tenant.user.id)).body.data).toMatchObject({ role: 'tenant_admin' })
  })
})

describe('403 for a user demoted or removed during the request', () => {
  const input = { name: 'Late', role: 'tenant_admin' as const, send_invitation: true }

  it.each(['demoted', 'removed'])('%s: their token and key cannot change users', async (how) => {
    const admin = await tenant.addMember('tenant_admin')
    const key: Ctx = {
      ...admin.ctx,
      actor: { type: 'api_key', id: 1, name: 'Other', scopes: ['users', 'admins'], creator: admin.user },
    }
    if (how === 'demoted') await put(admin.user.id, { role: 'user' })
    else await remove(admin.user.id)
    for (const ctx of [admin.ctx, key]) {
      const attempts = [
        () => createUser(ctx, { ...input, email: `late.${admin.user.email}` }),
        () => updateUser(ctx, person.user.id, { role: 'tenant_admin' }),
        () => deleteUser(ctx, person.user.id),
        () => sendReset(ctx, person.user.id),
      ]
      for (const attempt of attempts)
        await expect(attempt()).rejects.toThrow(expect.objectContaining({ code: 'forbidden' }))
    }
    expect(await getRow(person.user.id)).toMatchObject({ role: 'user', recoveryHash: null })
  })
})

describe('403 for a key', () => {
  const changeRequests = (id: number, caller: { token: string }) =>
    Promise.all([
      put(id, { role: 'tenant_admin' }, caller),
      put(id, { name: 'X' }, caller),
      remove(id, caller),
      sendResetLink(id, caller),
    ])
  const getCodes = (responses: Awaited<ReturnType<typeof changeRequests>>) =>
    responses.map(({ status, body }) => [status, (body as { error?: { code: string } }).error?.code])

  it('whose creator is no longer an administrator: no user is changed, removed or created', async () => {
    const admin = await tenant.addMember('tenant_admin')
    const { POST: createKey } = await import('../api-keys/route.ts')
    const body = { name: 'Demoted', scopes: ['users'] }
    const { key } = (await call<{ key: string }>(createKey, { as: admin, body })).body
    expect((await put(person.user.id, { name: 'Ada King' }, { token: key })).status).toBe(200)
    await put(admin.user.id, { role: 'user' })
    for (const id of [person.user.id, tenant.user.id, admin.user.id])
      expect(getCodes(await changeRequests(id, { token: key }))).toEqual(Array(4).fill([403, 'forbidden']))
    expect(await getRow(person.user.id)).toMatchObject({ role: 'user', name: 'Ada King', recoveryHash: null })
  })

  it('in test mode, as live and test mode share users; reading is allowed', async () => {
    const key = await tenant.addKey({ scopes: ['users'], testMode: true })
    expect(getCodes(await changeRequests(person.user.id, key))).toEqual(Array(4).fill([403, 'forbidden']))
    expect(await getRow(person.user.id)).toMatchObject({ ...person.user, recoveryHash: null })
    expect((await get(person.user.id, key)).status).toBe(200)
  })
})

describe('409', () => {
  it('the last administrator cannot be demoted or deleted', async () => {
    const tenant = await makeTenant()
    await tenant.addMember('user')
    for (const errorResponse of [
      await put(tenant.user.id, { role: 'user' }, tenant),
      await remove(tenant.user.id, tenant),
    ]) {
      expect(errorResponse.status).toBe(409)
      expect(errorResponse.body.error).toMatchObject({ code: 'invalid_state', current_status: 'active' })
    }
    expect((await put(tenant.user.id, { name: 'Still here' }, tenant)).status).toBe(200)
  })

  it('an administrator beside another one can delete themselves', async () => {
    const tenant = await makeTenant()
    const other = await tenant.addMember('tenant_admin')
    expect((await remove(tenant.user.id, tenant)).status).toBe(204)
    expect((await remove(other.user.id, tenant)).status).toBe(401)
    expect((await remove(other.user.id, other)).status).toBe(409)
  })

  it('an administrator who has not accepted the invitation does not count as one', async () => {
    const tenant = await makeTenant()
    const body = { name: 'Late', email: `late.${tenant.user.email}`, role: 'tenant_admin' }
    await call(postUser, { as: tenant, body: { ...body, send_invitation: true } })
    expect((await remove(tenant.user.id, tenant)).status).toBe(409)
  })

  it('two administrators cannot delete each other at the same time', async () => {
    const tenant = await makeTenant()
    const secondMember = await tenant.addMember('tenant_admin')
    const responses = await Promise.all([
      remove(secondMember.user.id, tenant),
      remove(tenant.user.id, secondMember),
    ])
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(204)
    expect([401, 403]).toContain(statuses[1])
  })
})

it('DELETE 400 for a successor who is deleted, unknown, a viewer or the user', async () => {
  const newTenant = await makeTenant()
  const { user } = await newTenant.addMember('user')
  const viewer = await newTenant.addMember('viewer')
  const deleted = await newTenant.addMember('user')
  const remove = (id: number, successor: string) =>
    call<{ error: { errors: Record<string, string[]> } }>(userRoute.DELETE, {
      method: 'DELETE',
      as: newTenant,
      params: { id },
      path: `/api/v1/users/${id}?successor=${successor}`,
    })
  expect((await remove(deleted.user.id, String(user.id))).status).toBe(204)
  for (const id of [deleted.user.id, viewer.user.id, user.id, 987_654_321, 'x']) {
    const { status, body } = await remove(user.id, String(id))
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['successor']])
  }
})

describe('DELETE 204', () => {
  it('ends sessions and keys, frees the address, keeps documents and the name in the trail', async () => {
    const admin = await tenant.addMember('tenant_admin')
    const { POST: createKey } = await import('../api-keys/route.ts')
    const key = await call<{ key: string }>(createKey, { as: admin, body: { name: 'Other' } })
    const document = await addDocument(admin)
    const deleteResponse = await remove(admin.user.id)
    expect([deleteResponse.status, deleteResponse.bytes.length]).toEqual([204, 0])
    for (const as of [admin.token, key.body.key])
      expect((await call(getCurrentUser, { as })).body.error.code).toBe('unauthenticated')
    const { GET: listKeys } = await import('../api-keys/route.ts')
    const keys = await call<{ data: { name: string }[] }>(listKeys, { as: tenant })
    expect(keys.body.data.map(({ name }) => name)).not.toContain('Other')
    const stored = await call(getDocument, { as: tenant, params: { id: document.id } })
    expect(stored.body.data.created_by).toEqual({ id: admin.user.id, name: admin.user.name })
    expect(await lastEvent(admin.user.id)).toMatchObject({
      type: 'user.deleted',
      data: { name: admin.user.name, email: admin.user.email, role: 'tenant_admin' },
    })
    const sameUser = { name: 'Ada', email: admin.user.email, role: 'user', send_invitation: true }
    expect((await call(postUser, { as: tenant, body: sameUser })).status).toBe(201)
  })

  it('leaves no session of a refresh that runs meanwhile', async () => {
    const { tenantId } = tenant
    const ofPerson = and(eq(sessions.tenantId, tenantId), eq(sessions.userId, person.user.id))
    const removal = await write(person.ctx, async (tx) => {
      const [session] = await tx.select().from(sessions).where(ofPerson)
      await lockSessionFamily(tx, session!.family)
      const removed = remove(person.user.id)
      // Not before the removal waits for this transaction, or has ended without it.
      await Promise.race([removed, sleep(1000)])
      await rotateSession(tx, { ...person.ctx, now: now() }, person.token, session!)
      return { removed }
    })
    expect((await removal.removed).status).toBe(204)
    expect(await read({ tenantId }, (reader) => reader.$count(sessions, ofPerson))).toBe(0)
  })

  it('responds with 404 to every later request', async () => {
    expect((await remove(person.user.id)).status).toBe(204)
    expect((await remove(person.user.id)).status).toBe(404)
    expect((await get(person.user.id)).status).toBe(404)
    expect((await put(person.user.id, { name: 'Ghost' })).status).toBe(404)
    expect((await sendResetLink(person.user.id)).status).toBe(404)
    const row = await getRow(person.user.id)
    expect(row).toMatchObject({ email: null, passwordHash: null, name: person.user.name })
  })
})

describe('reset-password 200', () => {
  it('responds with a message and requests the email', async () => {
    const sendResponse = await sendResetLink(person.user.id)
    expect(sendResponse.status).toBe(200)
    expect(sendResponse.body).toEqual({ message: expect.stringContaining(person.user.email) })
    expect(await lastEvent(person.user.id)).toMatchObject({
      type: 'user.password_reset_requested',
      data: { user_id: person.user.id },
    })
    const row = await getRow(person.user.id)
    expect(getRecoveryLink(row)).toContain('/recovery/')
    expect((await call(getCurrentUser, { as: person })).status).toBe(200)
  })

  it('invites a user again who has not chosen a password', async () => {
    const invitedId = await invite()
    const before = (await getRow(invitedId)).invitationHash
    expect((await sendResetLink(invitedId)).status).toBe(200)
    const row = await getRow(invitedId)
    expect([row.recoveryHash, row.invitationHash === before]).toEqual([null, false])
    expect((await lastEvent(invitedId))?.type).toBe('user.invited')
  })
})

async function invite(): Promise<number> {
  const body = { name: 'Guest', email: `guest.${person.user.email}`, role: 'user', send_invitation: true }
  return Number((await call(postUser, { as: tenant, body })).body.data.id)
}

async function getRow(id: number) {
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
  return row!
}

async function lastEvent(userId: number) {
  const [event] = await read(tenant.ctx, (reader) =>
    reader
      .select()
      .from(events)
      .where(and(eq(events.tenantId, tenant.tenantId), eq(events.chain, `user:${userId}`)))
      .orderBy(desc(events.seq))
      .limit(1),
  )
  return event
}

describe('where single sign-on is required', () => {
  const refusal = [
    400,
    { email: ['Single sign-on is required, and does not accept addresses of partner.example.'] },
  ]
  let own: TestTenant
  beforeEach(async () => {
    own = await makeTenant()
    await addSso(own, { enforced: true })
  })
  const create = (email: string, input: object) =>
    call(postUser, { as: own, body: { name: 'Grace Hopper', email, role: 'user', ...input } })
  const answerOf = ({ status, body }: { status: number; body: { error?: { errors?: object } } }) => [
    status,
    body.error?.errors,
  ]

  it.each([
    ['an invitation', { send_invitation: true }],
    ['a password', { password: 'tangerine orbit 41' }],
  ])('400 for a user with an address that the provider does not accept: by %s', async (_, input) => {
    expect(answerOf(await create('grace@partner.example', input))).toEqual(refusal)
    expect((await create('grace@example.com', input)).status).toBe(201)
    const admin = { ...input, role: 'tenant_admin' }
    expect((await create('admin@partner.example', admin)).status).toBe(201)
  })

  it('400 for another such address of an invited user', async () => {
    const { body } = await create('grace@example.com', { send_invitation: true })
    expect(answerOf(await put(Number(body.data.id), { email: 'grace@partner.example' }, own))).toEqual(
      refusal,
    )
  })

  it('400 for a link to such an address, unless the user has an account at the provider', async () => {
    const { user } = await own.addMember('user')
    await write(own, (tx) =>
      tx.update(users).set({ email: 'grace@partner.example' }).where(eq(users.id, user.id)),
    )
    expect(answerOf(await sendResetLink(user.id, own))).toEqual(refusal)
    const link = { source: 'tenant', issuer: 'https://accounts.example.com', subject: 'grace' } as const
    await write(own, (tx) =>
      tx
        .insert(userIdentities)
        .values({ tenantId: own.tenantId, userId: user.id, ...link, createdAt: new Date() }),
    )
    expect((await sendResetLink(user.id, own)).status).toBe(200)
  })
})
