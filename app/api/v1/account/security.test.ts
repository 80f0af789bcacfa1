import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { sessions } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { addTotp, enterFactor, enterPassword, generateCode, givePasskey } from '#lib/testing/users/factors'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as logout } from '../auth/logout/route.ts'
import { POST as reauthenticate } from '../auth/reauthenticate/route.ts'
import { POST as refresh } from '../auth/refresh/route.ts'
import { GET as listDocuments } from '../documents/route.ts'
import { GET as getProfile } from '../user/route.ts'
import { GET as listSessions } from '../user/sessions/route.ts'
import { GET as getTotp, DELETE as removeTotp } from '../user/totp/route.ts'
import { GET as getAccount, PATCH } from './route.ts'

const MINUTE = 60
const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
const advanceClock = makeAdvanceClock(afterEach)

beforeEach(async () => {
  tenant = await makeTenant({ passwordHash })
})

type Caller = { token: string }
const change = (body: object, caller: Caller = tenant) => call(PATCH, { method: 'PATCH', as: caller, body })
const codeFor = async (handler: Parameters<typeof call>[0], caller: Caller, method?: 'POST') => {
  const { status, body } = await call(handler, { as: caller, ...(method && { method }) })
  return body?.error?.code ?? status
}

describe('require_second_factor', () => {
  it('lets users without a factor set one up, and nothing else; keys are not affected', async () => {
    const member = await tenant.addMember('user')
    const otherAdmin = await tenant.addMember('tenant_admin')
    const key = await tenant.addKey()
    await givePasskey(tenant)
    expect((await change({ require_second_factor: true })).status).toBe(200)
    for (const person of [member, otherAdmin])
      for (const handler of [listDocuments, getProfile, getAccount, listSessions])
        expect(await codeFor(handler, person)).toBe('second_factor_setup_required')
    expect(await codeFor(listDocuments, key)).toBe(200)
    expect(await codeFor(getTotp, member)).toBe(200)
    await addTotp(member)
    await givePasskey(otherAdmin)
    for (const person of [member, otherAdmin]) expect(await codeFor(listDocuments, person)).toBe(200)
    await call(removeTotp, { method: 'DELETE', as: member })
    expect(await codeFor(listDocuments, member)).toBe('second_factor_setup_required')
  })

  it('lets a user without a factor sign in, reauthenticate, refresh and sign out', async () => {
    await givePasskey(tenant)
    await change({ require_second_factor: true })
    const member = await tenant.addMember('user', passwordHash)
    const caller = { token: (await enterPassword(member.user.email, password)).body.data.access_token }
    expect((await call(reauthenticate, { as: caller, body: { password } })).status).toBe(200)
    const renewResponse = await call(refresh, { method: 'POST', as: caller })
    const next = { token: String(renewResponse.body.data.access_token) }
    expect(await codeFor(listDocuments, next)).toBe('second_factor_setup_required')
    expect(await codeFor(logout, next, 'POST')).toBe(200)
  })

  it('a challenge cannot be refreshed; a session after the second factor can', async () => {
    const { secret } = await addTotp(tenant)
    const { challenge } = (await enterPassword(tenant.user.email, password)).body.error
    expect((await call(refresh, { method: 'POST', as: challenge })).body.error.code).toBe('unauthenticated')
    const { access_token } = (await enterFactor(challenge, { code: generateCode(secret) })).body.data
    const renewResponse = await call(refresh, { method: 'POST', as: access_token })
    expect(renewResponse.status).toBe(200)
  })

  it('is recorded with the old and new values', async () => {
    await givePasskey(tenant)
    await change({ require_second_factor: true, session_idle_minutes: 30 })
    const rows = await read(tenant.ctx, (reader) =>
      reader.select().from(events).where(eq(events.type, 'tenant.updated')).orderBy(asc(events.id)),
    )
    expect(rows.map(({ data }) => data)).toEqual([
      {
        changes: {
          require_second_factor: { from: false, to: true },
          session_idle_minutes: { from: null, to: 30 },
        },
      },
    ])
  })
})

describe('session_idle_minutes', () => {
  beforeEach(async () => {
    await change({ session_idle_minutes: 30 })
  })
  const signIn = async () => ({
    token: (await enterPassword(tenant.user.email, password)).body.data.access_token,
  })

  it('ends a session that is unused for longer; it cannot be refreshed', async () => {
    const caller = await signIn()
    advanceClock(25 * MINUTE)
    expect(await codeFor(getProfile, caller)).toBe(200)
    advanceClock(31 * MINUTE)
    expect(await codeFor(getProfile, caller)).toBe('token_expired')
    expect(await codeFor(refresh, caller, 'POST')).toBe('token_expired')
  })

  it('does not end a session that is used or refreshed', async () => {
    let caller = await signIn()
    for (let attempt = 0; attempt < 3; attempt++) {
      advanceClock(20 * MINUTE)
      const renewResponse = await call(refresh, { method: 'POST', as: caller })
      caller = { token: String(renewResponse.body.data.access_token) }
      advanceClock(20 * MINUTE)
      expect(await codeFor(getProfile, caller)).toBe(200)
    }
  })

  it('leaves idle sessions out of the list', async () => {
    await signIn()
    advanceClock(20 * MINUTE)
    const caller = await signIn()
    advanceClock(20 * MINUTE)
    const { body } = await call<{ data: { current: boolean }[] }>(listSessions, { as: caller })
    expect(body.data.map(({ current }) => current)).toEqual([true])
  })

  it('never ends idle sessions if it is null', async () => {
    expect((await change({ session_idle_minutes: null })).status).toBe(200)
    advanceClock(59 * MINUTE)
    expect(await codeFor(getProfile, tenant)).toBe(200)
  })

  it.each([30, null])(
    'ends a session from before the clock was set back: %s',
    async (session_idle_minutes) => {
      const caller = await signIn()
      await change({ session_idle_minutes }, caller)
      advanceClock(-2 * MINUTE)
      expect(await codeFor(getProfile, caller)).toBe('token_expired')
      expect(await codeFor(refresh, caller, 'POST')).toBe('token_expired')
      const { body } = await call<{ data: object[] }>(listSessions, { as: await signIn() })
      expect(body.data).toHaveLength(1)
    },
  )

  it('writes the use of a session at most once a minute', async () => {
    const caller = await signIn()
    const usedAt = async () => {
      const rows = await read(tenant.ctx, (reader) =>
        reader.select().from(sessions).orderBy(asc(sessions.id)),
      )
      return rows.at(-1)!.lastUsedAt.getTime()
    }
    const start = await usedAt()
    advanceClock(50)
    await call(getProfile, { as: caller })
    expect(await usedAt()).toBe(start)
    advanceClock(15)
    await call(getProfile, { as: caller })
    expect(await usedAt()).toBeGreaterThan(start)
  })
})

describe('400', () => {
  it.each([
    { session_idle_minutes: 4 },
    { session_idle_minutes: 1441 },
    { session_idle_minutes: 5.5 },
    { session_idle_minutes: '30' },
    { require_second_factor: 'yes' },
    { require_second_factor: null },
  ])('for %j', async (body) => {
    const errorResponse = await change(body)
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([
      400,
      Object.keys(body),
    ])
  })
})

it('400 for an administrator without a factor, who would lock everyone out, but not for taking it back', async () => {
  const errorResponse = await change({ require_second_factor: true })
  expect([errorResponse.status, errorResponse.body.error.errors]).toEqual([
    400,
    { require_second_factor: [expect.stringContaining('Set up a second factor of your own first')] },
  ])
  expect((await change({ require_second_factor: false })).status).toBe(200)
  await addTotp(tenant)
  expect((await change({ require_second_factor: true })).status).toBe(200)
})

describe('403', () => {
  it('reauthentication_required for these settings only, 15 minutes after the password was entered', async () => {
    await change({ delete_after_retention: true })
    advanceClock(16 * MINUTE)
    expect((await change({ delete_after_retention: false })).status).toBe(200)
    for (const body of [
      { delete_after_retention: true },
      { require_second_factor: true },
      { session_idle_minutes: 30 },
      { show_signing_links: true },
    ])
      expect((await change(body)).body.error.code).toBe('reauthentication_required')
    expect((await change({ name: 'Engines', require_second_factor: false })).status).toBe(200)
  })
})
