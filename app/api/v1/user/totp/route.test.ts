import { asc, eq } from 'drizzle-orm'
import { URI } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { totpSecrets } from '#db/schema/identity-sign-in'
import { read } from '#db/tenancy/tenant'
import { hashPassword } from '#lib/identity/passwords/password'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { itIsGuarded } from '#lib/testing/service/guards'
import {
  addTotp,
  enterFactor,
  enterPassword,
  generateCode,
  givePasskey,
  type SignInBody,
} from '#lib/testing/users/factors'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as reauthenticate } from '../../auth/reauthenticate/route.ts'
import { POST as refresh } from '../../auth/refresh/route.ts'
import * as codesRoute from '../recovery-codes/route.ts'
import { GET as getUser } from '../route.ts'
import * as confirmationRoute from './confirm/route.ts'
import * as totpRoute from './route.ts'

const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
const advanceClock = makeAdvanceClock(afterEach)

beforeEach(async () => {
  tenant = await makeTenant({ passwordHash })
})

type Caller = { token: string }
const currentRecord = async (caller: Caller = tenant) => (await call(totpRoute.GET, { as: caller })).body.data
const start = (caller: Caller = tenant) =>
  call<{ data: { secret: string; otpauth_url: string } }>(totpRoute.POST, { method: 'POST', as: caller })
const confirm = (code: string, caller: Caller = tenant) =>
  call(confirmationRoute.POST, { as: caller, body: { code } })
const remove = (caller: Caller = tenant) => call(totpRoute.DELETE, { method: 'DELETE', as: caller })

itIsGuarded('/user/totp', totpRoute)
itIsGuarded('/user/totp/confirm', confirmationRoute, { bodyByMethod: { POST: { code: '123456' } } })

describe('an authenticator app', () => {
  it('is a factor once its first code is entered, and comes with ten recovery codes', async () => {
    expect(await currentRecord()).toEqual({ status: 'none', confirmed_at: null })
    const started = await start()
    expect([started.status, started.headers.get('location')]).toEqual([
      201,
      'http://localhost:3000/api/v1/user/totp',
    ])
    const { secret, otpauth_url } = started.body.data
    expect(URI.parse(otpauth_url).label).toContain(tenant.user.email)
    expect(await currentRecord()).toEqual({ status: 'pending', confirmed_at: null })
    const confirmResponse = await confirm(generateCode(secret))
    expect([confirmResponse.status, confirmResponse.body.data]).toEqual([
      200,
      { status: 'active', confirmed_at: expect.any(String), recovery_codes: expect.any(Array) },
    ])
    const codes = confirmResponse.body.data.recovery_codes as string[]
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
    expect(await currentRecord()).toMatchObject({ status: 'active' })
  })

  it('ends the other sessions, which have not proved it; the user gets an email', async () => {
    const other = (await enterPassword(tenant.user.email, password)).body.data.access_token
    const newEmails = watchEmails(tenant)
    await addTotp(tenant)
    expect((await call(getUser, { as: other })).body.error.code).toBe('token_revoked')
    expect((await call(getUser, { as: tenant })).status).toBe(200)
    const [email] = await newEmails()
    expect([email?.to, email?.text]).toEqual([
      tenant.user.email,
      expect.stringContaining('authenticator app was added'),
    ])
  })

  it('stores the secret encrypted, and records no secret', async () => {
    const { secret, recoveryCodes } = await addTotp(tenant)
    const [row] = await read(tenant.ctx, (reader) => reader.select().from(totpSecrets))
    const { secret: decoded } = URI.parse(`otpauth://totp/a?secret=${secret}`)
    expect(Buffer.from(row!.secret).includes(Buffer.from(decoded.bytes))).toBe(false)
    const rows = await read(tenant.ctx, (reader) => reader.select().from(events).orderBy(asc(events.id)))
    expect(rows.map(({ type }) => type)).toContain('user.factor_added')
    for (const hiddenText of [secret, ...recoveryCodes])
      expect(JSON.stringify(rows)).not.toContain(hiddenText)
  })

  it('is replaced by the next one if it is not confirmed', async () => {
    const first = (await start()).body.data.secret
    const second = (await start()).body.data.secret
    expect((await confirm(generateCode(first))).status).toBe(400)
    expect((await confirm(generateCode(second))).status).toBe(200)
  })

  it('is no longer asked for after its removal, which also deletes the recovery codes', async () => {
    await addTotp(tenant)
    expect((await remove()).status).toBe(204)
    expect(await currentRecord()).toEqual({ status: 'none', confirmed_at: null })
    expect((await enterPassword(tenant.user.email, password)).status).toBe(200)
    const { GET: getCodes } = await import('../recovery-codes/route.ts')
    expect((await call(getCodes, { as: tenant })).body.data).toEqual({ remaining: 0 })
    expect((await remove()).status).toBe(404)
  })

  it('is deleted with its user', async () => {
    const member: Member = await tenant.addMember('user')
    await addTotp(member)
    const { DELETE } = await import('../../users/[id]/route.ts')
    await call(DELETE, { method: 'DELETE', as: tenant, params: { id: member.user.id } })
    const rows = await read(tenant.ctx, (reader) =>
      reader.select().from(totpSecrets).where(eq(totpSecrets.userId, member.user.id)),
    )
    expect(rows).toEqual([])
  })
})

describe('400', () => {
  it('invalid_code for a wrong first code', async () => {
    const { secret } = (await start()).body.data
    const errorResponse = await confirm(generateCode(secret, 5))
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'invalid_code'])
    expect(await currentRecord()).toMatchObject({ status: 'pending' })
  })

  it.each([undefined, '', '12345', '1234567', 'abcdef', 7])('for the code %j', async (code) => {
    const errorResponse = await call(confirmationRoute.POST, { as: tenant, body: { code } })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['code']])
  })
})

describe('403 reauthentication_required', () => {
  it('for every change, 15 minutes after the password was entered; not for reading', async () => {
    await addTotp(tenant)
    advanceClock(16 * 60)
    const refusals = [
      await call(totpRoute.POST, { method: 'POST', as: tenant }),
      await confirm('123456'),
      await remove(),
    ]
    expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array(3).fill([403, 'reauthentication_required']),
    )
    expect(await currentRecord()).toMatchObject({ status: 'active' })
  })
})

describe('403 reauthentication_required without the factor', () => {
  const reauthenticateWith = async (caller: Caller, proof: object) => {
    const { body } = await call<SignInBody>(reauthenticate, { as: caller, body: { password } })
    const { challenge } = body.error
    return call(reauthenticate, { as: caller, body: { challenge, ...proof } })
  }

  it('for a session that has only signed in with it: removal, recovery codes, further factors', async () => {
    const { secret, recoveryCodes } = await addTotp(tenant)
    const { challenge } = (await enterPassword(tenant.user.email, password)).body.error
    const code = generateCode(secret)
    const caller = { token: (await enterFactor(challenge, { code })).body.data.access_token }
    const createCodes = () => call(codesRoute.POST, { method: 'POST', as: caller })
    const refusals = [await remove(caller), await createCodes(), (await givePasskey(caller)).added]
    expect(refusals.map(({ status, body }) => [status, 'error' in body && body.error])).toEqual(
      Array(3).fill([403, expect.objectContaining({ code: 'reauthentication_required' })]),
    )
    expect((await reauthenticateWith(caller, { recovery_code: recoveryCodes[0] })).status).toBe(200)
    expect((await givePasskey(caller)).added.status).toBe(201)
    expect((await createCodes()).status).toBe(201)
    expect((await remove(caller)).status).toBe(204)
  })

  it('15 minutes after it was confirmed, also in a refreshed session', async () => {
    await addTotp(tenant)
    const refreshed = await call(refresh, { method: 'POST', as: tenant })
    const caller = { token: String(refreshed.body.data.access_token) }
    advanceClock(16 * 60)
    expect((await remove(caller)).body.error.code).toBe('reauthentication_required')
    advanceClock(-16 * 60)
    expect((await remove(caller)).status).toBe(204)
  })

  it('not for a pending app of a user without a factor', async () => {
    await start()
    expect((await remove()).status).toBe(204)
  })
})

describe('409', () => {
  it('for a second app, and for a confirmation without a secret', async () => {
    const errorResponse = await confirm('123456')
    expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'none'])
    const { secret } = await addTotp(tenant)
    const secondResponse = await call(totpRoute.POST, { method: 'POST', as: tenant })
    expect([secondResponse.status, secondResponse.body.error.current_status]).toEqual([409, 'active'])
    expect((await confirm(generateCode(secret))).body.error.current_status).toBe('active')
  })
})

describe('429', () => {
  it('after ten wrong first codes', async () => {
    const { secret } = (await start()).body.data
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt++)
      statuses.push((await confirm(generateCode(secret, 5 + attempt))).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })
})
