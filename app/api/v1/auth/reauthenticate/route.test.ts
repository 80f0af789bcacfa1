import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveClock } from '#lib/core/clock'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/call'
import {
  addTotp,
  codeOf,
  enterFactor,
  enterPassword,
  givePasskey,
  type SignInBody,
} from '#lib/testing/factors'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'
import { DELETE as endKey } from '../../api-keys/[id]/route.ts'
import { GET as keys, POST as makeKey } from '../../api-keys/route.ts'
import { PUT as changeUser } from '../../users/[id]/route.ts'
import { POST as makeUser } from '../../users/route.ts'
import { POST as rotate } from '../../webhooks/[id]/rotate-secret/route.ts'
import { PATCH as changeWebhook, DELETE as endWebhook, GET as webhook } from '../../webhooks/[id]/route.ts'
import { POST as configure } from '../../webhooks/route.ts'
import { POST as login } from '../login/route.ts'
import { POST as refresh } from '../refresh/route.ts'
import { POST } from './route.ts'

const MINUTE = 60_000
const password = 'tangerine orbit 41'
let tenant: TestTenant
let member: Member
let moved = 0
const later = (milliseconds: number) => {
  moved += milliseconds
  moveClock(milliseconds)
}

beforeEach(async () => {
  tenant = await makeTenant({ passwordHash: await hashPassword(password) })
  member = await tenant.addMember('user')
})
afterEach(() => later(-moved))

const reauthenticate = (input: unknown = password, as: { token: string } = tenant) =>
  call<{ message: string }>(POST, { as, body: { password: input } })
const put = (body: object, as: { token: string } = tenant) =>
  call(changeUser, { method: 'PUT', as, params: { id: member.user.id }, body })

/** Every request that needs a recent password, in a form that succeeds with it. */
async function powers(as: { token: string }) {
  const tag = Math.random().toString(36).slice(2)
  const admin = { name: 'Second', email: `${tag}@example.com`, role: 'tenant_admin', send_invitation: true }
  const hook = await call(configure, { as, body: { url: `https://93.184.215.14/${tag}`, events: ['*'] } })
  const id = Number(hook.body.data?.id ?? 1)
  const responses = [
    hook,
    await call(changeWebhook, { method: 'PATCH', as, params: { id }, body: { active: false } }),
    await call(rotate, { method: 'POST', as, params: { id } }),
    await call(endWebhook, { method: 'DELETE', as, params: { id } }),
    await call(makeKey, { as, body: { name: 'Key' } }),
    await call(makeUser, { as, body: admin }),
    await put({ email: `${tag}.new@example.com` }, as),
    await put({ role: 'viewer' }, as),
  ]
  await put({ role: 'user' }, as)
  return responses.map(({ status, body }) => body?.error?.code ?? status)
}
const allowed = [201, 200, 200, 204, 201, 201, 200, 200]
const sent = Array(8).fill('reauthentication_required')

describe('401', () => {
  it('without a login', async () => {
    const refused = await call(POST, { body: { password } })
    expect([refused.status, refused.body.error.code]).toEqual([401, 'unauthenticated'])
  })
})

describe('403', () => {
  it('for a key, which has no password', async () => {
    const refused = await call(POST, { as: await tenant.addKey(), body: { password } })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('403 reauthentication_required', () => {
  it('for sensitive changes, fifteen minutes after the password was entered', async () => {
    later(14 * MINUTE)
    expect(await powers(tenant)).toEqual(allowed)
    later(MINUTE)
    expect(await powers(tenant)).toEqual(sent)
    const refused = await put({ role: 'viewer' })
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('/api/v1/auth/reauthenticate'),
    ])
  })

  it('not for other requests: reading, renaming, revoking a key', async () => {
    const hook = await call(configure, {
      as: tenant,
      body: { url: 'https://93.184.215.14/h', events: ['*'] },
    })
    const { id } = await tenant.addKey()
    later(59 * MINUTE)
    const viewer = { name: 'V', email: `v.${member.user.email}`, role: 'viewer', send_invitation: true }
    const responses = [
      await call(keys, { as: tenant }),
      await call(webhook, { as: tenant, params: { id: Number(hook.body.data.id) } }),
      await put({ name: 'Grace', role: 'user', email: member.user.email }),
      await call(makeUser, { as: tenant, body: viewer }),
      await call(endKey, { method: 'DELETE', as: tenant, params: { id } }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201, 204])
  })

  it('never for a key, which is limited by its scopes', async () => {
    const key = await tenant.addKey()
    later(120 * MINUTE)
    expect(await powers(key)).toEqual(allowed)
  })

  it('also after a refresh, which needs no password', async () => {
    const entered = await call(login, { body: { email: tenant.user.email, password } })
    const first = { token: String(entered.body.data.access_token) }
    expect(await powers(first)).toEqual(allowed)
    later(16 * MINUTE)
    const renewed = await call(refresh, { method: 'POST', as: first })
    expect(await powers({ token: String(renewed.body.data.access_token) })).toEqual(sent)
  })
})

describe('200', () => {
  it('permits them for fifteen minutes, in this login only', async () => {
    const entered = await call(login, { body: { email: tenant.user.email, password } })
    const other = { token: String(entered.body.data.access_token) }
    later(20 * MINUTE)
    const input = await reauthenticate()
    expect([input.status, input.body]).toEqual([200, { message: expect.stringContaining('15 minutes') }])
    expect(await powers(tenant)).toEqual(allowed)
    expect(await powers(other)).toEqual(sent)
    later(15 * MINUTE)
    expect(await powers(tenant)).toEqual(sent)
  })
})

describe('400', () => {
  it('for an incorrect password', async () => {
    later(16 * MINUTE)
    const refused = await call(POST, { as: tenant, body: { password: 'some other words' } })
    expect([refused.status, refused.body.error.errors]).toEqual([400, { password: ['Incorrect password.'] }])
    expect(await powers(tenant)).toEqual(sent)
  })

  it.each([undefined, '', 7, 'x'.repeat(1025)])('for %j', async (input) => {
    const refused = await call(POST, { as: tenant, body: { password: input } })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['password']])
  })
})

describe('with a second factor', () => {
  const send = (body: object, as: { token: string } = tenant) => call<SignInBody>(POST, { as, body })

  it('the password alone is not enough: 401 with a challenge, then 200 for the factor', async () => {
    const { secret } = await addTotp(tenant)
    later(20 * MINUTE)
    const required = await send({ password })
    expect([required.status, required.body.error.code, required.body.error.methods]).toEqual([
      401,
      'second_factor_required',
      ['totp', 'recovery_code'],
    ])
    expect(await powers(tenant)).toEqual(sent)
    const { challenge } = required.body.error
    const wrong = await send({ challenge, code: codeOf(secret, 9) })
    expect([wrong.status, wrong.body.error.code, wrong.body.error.attempts_left]).toEqual([
      400,
      'invalid_code',
      4,
    ])
    expect((await send({ challenge, code: codeOf(secret) })).status).toBe(200)
    expect(await powers(tenant)).toEqual(allowed)
    const again = await send({ challenge, code: codeOf(secret, 1) })
    expect([again.status, Object.keys(again.body.error.errors!)]).toEqual([400, ['challenge']])
  })

  it('takes a passkey', async () => {
    const { passkey } = await givePasskey(tenant)
    later(20 * MINUTE)
    const { challenge, passkey_options } = (await send({ password })).body.error
    const proof = passkey.use(passkey_options.challenge)
    expect((await send({ challenge, passkey: proof })).status).toBe(200)
  })

  it('a challenge is for its session, and for this purpose only', async () => {
    const { secret } = await addTotp(tenant)
    const signedIn = await enterPassword(tenant.user.email, password)
    const other = await enterFactor(signedIn.body.error.challenge, { code: codeOf(secret) })
    const own = (await send({ password })).body.error.challenge
    const code = codeOf(secret, 1)
    const elsewhere = await send({ challenge: own, code }, { token: other.body.data.access_token })
    expect([elsewhere.status, Object.keys(elsewhere.body.error.errors!)]).toEqual([400, ['challenge']])
    expect((await enterFactor(own, { code })).status).toBe(401)
    const ofSignIn = (await enterPassword(tenant.user.email, password)).body.error.challenge
    expect((await send({ challenge: ofSignIn, code })).status).toBe(400)
    expect((await send({ challenge: own, code })).status).toBe(200)
  })

  it.each([
    [{ challenge: 'c' }, 'code'],
    [{ challenge: 'c', code: '1' }, 'code'],
    [{ code: '123456' }, 'password'],
  ])('400 for %j', async (body, field) => {
    const refused = await call(POST, { as: tenant, body })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, [field]])
  })
})

describe('429', () => {
  it('after ten guesses', async () => {
    const codes = []
    for (let guess = 0; guess < 11; guess++)
      codes.push((await reauthenticate(`guess number ${guess}`)).status)
    expect(codes).toEqual([...Array(10).fill(400), 429])
  })
})
