import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessions } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import { lockUser } from '#lib/identity/factors/internal/owner'
import { hashPassword } from '#lib/identity/passwords/password'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as login } from '../../auth/login/route.ts'
import { POST as refresh } from '../../auth/refresh/route.ts'
import { GET as getUser } from '../route.ts'
import { DELETE } from './[id]/route.ts'
import { DELETE as endOtherSessions, GET } from './route.ts'

const DAY = 86_400
const password = 'tangerine orbit 41'
let tenant: TestTenant
let person: Member
let hash: string

beforeAll(async () => {
  tenant = await makeTenant()
  hash = await hashPassword(password)
})
beforeEach(async () => {
  person = await tenant.addMember('viewer', hash)
})
const advanceClock = makeAdvanceClock(afterEach)

interface ListedBody {
  data: { id: number; current: boolean; created_at: string; address: string | null }[]
  meta: object
}
const list = async (caller: { token: string } = person, query = '') =>
  (await call<ListedBody>(GET, { as: caller, path: `/api/v1/user/sessions${query}` })).body
const signIn = async (address = '203.0.113.9') => {
  const body = { email: person.user.email, password }
  const response = await call(login, { body, address, headers: { 'user-agent': 'Phone' } })
  return { token: String(response.body.data.access_token) }
}
const endSession = (id: number, caller: { token: string } = person) =>
  call(DELETE, { method: 'DELETE', as: caller, params: { id } })

describe('200', () => {
  it('lists every session once, newest first, and marks this one', async () => {
    const phone = await signIn()
    const { data, meta } = await list()
    expect(data).toEqual([
      {
        id: expect.any(Number),
        kind: 'token',
        current: false,
        address: '203.0.113.9',
        user_agent: 'Phone',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        expires_at: expect.any(String),
      },
      expect.objectContaining({ current: true }),
    ])
    expect(meta).toMatchObject({ total: 2, per_page: 15 })
    expect((await list(phone)).data.map(({ current }) => current)).toEqual([true, false])
    expect((await list(person, '?per_page=1&page=2')).data).toEqual([data[1]])
  })

  it('lists a refreshed session once', async () => {
    const [before] = (await list()).data
    const renewResponse = await call(refresh, { method: 'POST', as: person })
    const after = (await list({ token: String(renewResponse.body.data.access_token) })).data
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ current: true, created_at: before?.created_at })
  })

  it('leaves out sessions that have ended', async () => {
    await signIn()
    advanceClock(13.5 * DAY)
    const late = await signIn()
    advanceClock(DAY)
    const renewResponse = await call(refresh, { method: 'POST', as: late })
    expect((await list({ token: String(renewResponse.body.data.access_token) })).data).toHaveLength(1)
  })

  it('shows only the sessions of the user, without tokens', async () => {
    const otherMember = await tenant.addMember('tenant_admin')
    const { data } = await list(otherMember)
    expect(data).toHaveLength(1)
    expect(JSON.stringify(data)).not.toMatch(/token_?hash|family/i)
  })
})

describe('204', () => {
  it('ends that session immediately, and no other', async () => {
    const phone = await signIn()
    const [other] = (await list()).data
    expect((await endSession(other!.id)).status).toBe(204)
    expect((await call(getUser, { as: phone })).body.error.code).toBe('token_revoked')
    expect((await call(getUser, { as: person })).status).toBe(200)
    expect((await endSession(other!.id)).status).toBe(404)
  })
})

describe('400', () => {
  it('refuses paging that is not a number', async () => {
    const errorResponse = await call(GET, { as: person, path: '/api/v1/user/sessions?per_page=x' })
    expect(errorResponse.status).toBe(400)
  })
})

describe('401', () => {
  it('requires a signed-in user', async () => {
    expect((await call(GET)).status).toBe(401)
    expect((await call(DELETE, { method: 'DELETE', params: { id: 1 } })).status).toBe(401)
  })
})

describe('403', () => {
  it('refuses API keys', async () => {
    const key = await tenant.addKey()
    expect((await call(GET, { as: key })).body.error.code).toBe('insufficient_scope')
    expect((await endSession(1, key)).body.error.code).toBe('insufficient_scope')
  })
})

describe('404', () => {
  it('responds for the session of another user as for an unknown one, even to an administrator', async () => {
    const [currentSession] = (await list()).data
    const otherTenant = await makeTenant()
    for (const caller of [tenant, otherTenant]) {
      const errorResponse = await endSession(currentSession!.id, caller)
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([404, 'not_found'])
    }
    expect((await endSession(999_999)).status).toBe(404)
    expect((await call(getUser, { as: person })).status).toBe(200)
  })
})

describe('DELETE /user/sessions', () => {
  it('204 ends all other sessions of the user with their refreshed tokens, and nothing else', async () => {
    const [phone, tablet] = [await signIn(), await signIn('203.0.113.10')]
    const otherMember = await tenant.addMember('user', hash)
    expect((await call(endOtherSessions, { method: 'DELETE', as: phone })).status).toBe(204)
    expect((await list(phone)).data.map(({ current }) => current)).toEqual([true])
    for (const ended of [tablet, person]) expect((await call(getUser, { as: ended })).status).toBe(401)
    expect((await call(refresh, { method: 'POST', as: tablet })).status).toBe(401)
    for (const active of [phone, otherMember]) expect((await call(getUser, { as: active })).status).toBe(200)
  })

  it('204 after a sign-in that is recorded before it removes sessions', async () => {
    const phone = await signIn()
    const owner = { tenantId: tenant.tenantId, userId: person.user.id }
    const ofPerson = and(eq(sessions.tenantId, owner.tenantId), eq(sessions.userId, owner.userId))
    const { response } = await write(person.ctx, async (tx) => {
      await lockUser(tx, owner)
      const data = { user_id: owner.userId }
      await record(tx, person.ctx, { type: 'user.recovery_code_used', subject: { user: owner.userId }, data })
      const response = call(endOtherSessions, { method: 'DELETE', as: phone })
      await untilOtherWaits(tx)
      await tx.update(sessions).set({ lastUsedAt: now() }).where(ofPerson)
      return { response }
    })
    expect((await response).status).toBe(204)
    expect((await call(getUser, { as: person })).status).toBe(401)
  })

  it('403 for an API key', async () => {
    const key = await tenant.addKey({ scopes: ['account:read'] })
    expect((await call(endOtherSessions, { method: 'DELETE', as: key })).status).toBe(403)
  })
})
