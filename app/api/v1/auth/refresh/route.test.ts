import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { idempotencyKeys } from '#db/schema/http'
import { sessions, users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { refreshLogin } from '#lib/identity/sessions/refresh'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getUser } from '../../user/route.ts'
import { POST as logout } from '../logout/route.ts'
import { POST } from './route.ts'

const DAY = 86_400
let tenant: TestTenant
const advanceClock = makeAdvanceClock(afterEach)

beforeAll(async () => {
  tenant = await makeTenant()
})

const refresh = (token: string) =>
  call<{ data: { access_token: string }; error: { code: string } }>(POST, { method: 'POST', as: token })
const getCode = async (token: string) => (await call(getUser, { as: token })).body.error?.code ?? 'ok'

describe('200', () => {
  it('returns the next token in the shape of login, and revokes the old one immediately', async () => {
    const { token, user: person } = await tenant.addMember('user')
    const renewResponse = await refresh(token)
    expect(renewResponse.status).toBe(200)
    expect(renewResponse.body).toEqual({
      data: {
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 3600,
        user: { id: person.id, name: person.name, email: person.email },
      },
    })
    expect(renewResponse.body.data.access_token).not.toBe(token)
    expect(await getCode(token)).toBe('token_revoked')
    expect(await getCode(renewResponse.body.data.access_token)).toBe('ok')
  })

  it('a repeated request whose response was lost gets 409, and the session does not end', async () => {
    const { token } = await tenant.addMember('user')
    const headers = { 'idempotency-key': 'refresh' }
    const refreshAgain = () => call<{ error: object }>(POST, { method: 'POST', as: token, headers })
    const renewResponse = await call<{ data: { access_token: string } }>(POST, {
      method: 'POST',
      as: token,
      headers,
    })
    await write({ tenantId: 0 }, (tx) => tx.update(idempotencyKeys).set({ status: null, body: null }))
    advanceClock(121)
    const lost = await refreshAgain()
    expect([lost.status, lost.body.error]).toMatchObject([409, { current_status: 'carried_out' }])
    expect(await getCode(renewResponse.body.data.access_token)).toBe('ok')
  })

  it('accepts an expired token until 14 days after sign-in, whatever the number of refreshes', async () => {
    let { token } = await tenant.addMember('user')
    for (let day = 0; day < 13; day++) {
      advanceClock(DAY)
      expect(await getCode(token)).toBe('token_expired')
      const renewResponse = await refresh(token)
      expect(renewResponse.status).toBe(200)
      token = renewResponse.body.data.access_token
      expect(await getCode(token)).toBe('ok')
    }
    advanceClock(DAY)
    const errorResponse = await refresh(token)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'token_expired'])
  })

  it('returns the same new token to concurrent refreshes', async () => {
    const member = await tenant.addMember('user')
    const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(member.token)))
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200))
    const tokens = new Set(responses.map((response) => response.body.data.access_token))
    expect(tokens.size).toBe(1)
    expect(await getCode([...tokens][0]!)).toBe('ok')
    expect(await getActiveSessions(member)).toBe(1)
  })
})

describe('401', () => {
  it('ends the whole login when a revoked token is used again', async () => {
    const { token, user: person } = await tenant.addMember('user')
    const second = (await refresh(token)).body.data.access_token
    const third = (await refresh(second)).body.data.access_token
    const reuse = await refresh(token)
    expect([reuse.status, reuse.body.error.code]).toEqual([401, 'token_revoked'])
    expect(await getCode(third)).toBe('token_revoked')
    expect((await refresh(third)).status).toBe(401)
    const trail = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { user: person.id }))
    const ends = trail.filter(({ type }) => type === 'user.signed_out')
    expect(ends.map(({ data }) => data.reason)).toEqual(['token_reused'])
  })

  it('leaves no valid token when a reuse and a refresh are concurrent', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const member = await tenant.addMember('user')
      const second = (await refresh(member.token)).body.data.access_token
      await Promise.all([refresh(member.token), refresh(second)])
      expect(await getActiveSessions(member)).toBe(0)
    }
  })

  it('does not end the login when an old token is used on another route', async () => {
    const { token } = await tenant.addMember('user')
    const second = (await refresh(token)).body.data.access_token
    expect(await getCode(token)).toBe('token_revoked')
    expect(await getCode(second)).toBe('ok')
  })

  it('does not treat a request that began before the revocation as a reuse', async () => {
    const { token, ctx } = await tenant.addMember('user')
    const second = (await refresh(token)).body.data.access_token
    const earlierRequest = await refreshLogin({ ...ctx, now: new Date(ctx.now.getTime() - 5) }, token)
    expect(earlierRequest.access_token).toBe(second)
    expect(await getCode(second)).toBe('ok')
  })

  it('refuses unknown tokens, keys and ended logins', async () => {
    const { token } = await tenant.addMember('user')
    const key = await tenant.addKey()
    await call(logout, { method: 'POST', as: token })
    expect((await refresh(token)).body.error.code).toBe('token_revoked')
    expect((await refresh(key.token)).body.error.code).toBe('unauthenticated')
    expect((await refresh('unknown-token')).body.error.code).toBe('unauthenticated')
    expect((await call(POST, { method: 'POST' })).status).toBe(401)
    expect((await call(POST, { method: 'POST', headers: { authorization: `Basic ${token}` } })).status).toBe(
      401,
    )
  })

  it('refuses the token of a deleted user', async () => {
    const { token, user: person } = await tenant.addMember('user')
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ deletedAt: new Date(), email: null }).where(eq(users.id, person.id)),
    )
    expect((await refresh(token)).body.error.code).toBe('token_revoked')
  })
})

async function getActiveSessions({ user: person }: Member): Promise<number> {
  const rows = await read(tenant.ctx, (reader) =>
    reader.select().from(sessions).where(eq(sessions.userId, person.id)),
  )
  return rows.filter((row) => !row.revokedAt && !row.replacedAt).length
}
