import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import {
  addTotp,
  enterFactor,
  enterPassword,
  generateCode,
  givePasskey,
  type SignInBody,
} from '#lib/testing/users/factors'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { DELETE as deleteKey } from '../../api-keys/[id]/route.ts'
import { POST as createKey, GET as listKeys } from '../../api-keys/route.ts'
import { PUT as changeUser } from '../../users/[id]/route.ts'
import { POST as createUser } from '../../users/route.ts'
import { POST as rotateSecret } from '../../webhooks/[id]/rotate-secret/route.ts'
import {
  PATCH as changeWebhook,
  DELETE as deleteWebhook,
  GET as getWebhook,
} from '../../webhooks/[id]/route.ts'
import { POST as createWebhook } from '../../webhooks/route.ts'
import { POST as login } from '../login/route.ts'
import { POST as refresh } from '../refresh/route.ts'
import { POST } from './route.ts'

const MINUTE = 60
const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
let member: Member
const advanceClock = makeAdvanceClock(afterEach)

beforeEach(async () => {
  tenant = await makeTenant({ passwordHash })
  member = await tenant.addMember('user')
})

const reauthenticate = (input: unknown = password, caller: { token: string } = tenant) =>
  call<{ message: string }>(POST, { as: caller, body: { password: input } })
const putUser = (body: object, caller: { token: string } = tenant) =>
  call(changeUser, { method: 'PUT', as: caller, params: { id: member.user.id }, body })

/** The results of all requests that need a recent password; all would succeed with one. */
async function sensitiveRequests(caller: { token: string }) {
  const tag = Math.random().toString(36).slice(2)
  const admin = { name: 'Second', email: `${tag}@example.com`, role: 'tenant_admin', send_invitation: true }
  const hook = await call(createWebhook, {
    as: caller,
    body: { url: `https://93.184.215.14/${tag}`, events: ['*'] },
  })
  const id = Number(hook.body.data?.id ?? 1)
  const responses = [
    hook,
    await call(changeWebhook, { method: 'PATCH', as: caller, params: { id }, body: { active: false } }),
    await call(rotateSecret, { method: 'POST', as: caller, params: { id } }),
    await call(deleteWebhook, { method: 'DELETE', as: caller, params: { id } }),
    await call(createKey, { as: caller, body: { name: 'Key' } }),
    await call(createUser, { as: caller, body: admin }),
    await putUser({ email: `${tag}.new@example.com` }, caller),
    await putUser({ role: 'viewer' }, caller),
  ]
  await putUser({ role: 'user' }, caller)
  return responses.map(({ status, body }) => body?.error?.code ?? status)
}
const allAllowed = [201, 200, 200, 204, 201, 201, 200, 200]
const allRefused = Array(8).fill('reauthentication_required')

describe('401', () => {
  it('without a login', async () => {
    const errorResponse = await call(POST, { body: { password } })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'unauthenticated'])
  })
})

describe('403', () => {
  it('for a key, which has no password', async () => {
    const errorResponse = await call(POST, { as: await tenant.addKey(), body: { password } })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('403 reauthentication_required', () => {
  it('for sensitive changes, fifteen minutes after the password was entered', async () => {
    advanceClock(14 * MINUTE)
    expect(await sensitiveRequests(tenant)).toEqual(allAllowed)
    advanceClock(MINUTE)
    expect(await sensitiveRequests(tenant)).toEqual(allRefused)
    const errorResponse = await putUser({ role: 'viewer' })
    expect([errorResponse.status, errorResponse.body.error.message]).toEqual([
      403,
      expect.stringContaining('/api/v1/auth/reauthenticate'),
    ])
  })

  it('not for other requests, such as reading, renaming and revoking a key', async () => {
    const hook = await call(createWebhook, {
      as: tenant,
      body: { url: 'https://93.184.215.14/h', events: ['*'] },
    })
    const { id } = await tenant.addKey()
    advanceClock(59 * MINUTE)
    const viewer = { name: 'V', email: `v.${member.user.email}`, role: 'viewer', send_invitation: true }
    const responses = [
      await call(listKeys, { as: tenant }),
      await call(getWebhook, { as: tenant, params: { id: Number(hook.body.data.id) } }),
      await putUser({ name: 'Grace', role: 'user', email: member.user.email }),
      await call(createUser, { as: tenant, body: viewer }),
      await call(deleteKey, { method: 'DELETE', as: tenant, params: { id } }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201, 204])
  })

  it('never for a key, which is limited by its scopes', async () => {
    const key = await tenant.addKey()
    advanceClock(120 * MINUTE)
    expect(await sensitiveRequests(key)).toEqual(allAllowed)
  })

  it('also after a refresh, which needs no password', async () => {
    const entered = await call(login, { body: { email: tenant.user.email, password } })
    const first = { token: String(entered.body.data.access_token) }
    expect(await sensitiveRequests(first)).toEqual(allAllowed)
    advanceClock(16 * MINUTE)
    const renewResponse = await call(refresh, { method: 'POST', as: first })
    expect(await sensitiveRequests({ token: String(renewResponse.body.data.access_token) })).toEqual(
      allRefused,
    )
  })
})

describe('200', () => {
  it('permits sensitive changes for fifteen minutes, in this session only', async () => {
    const entered = await call(login, { body: { email: tenant.user.email, password } })
    const other = { token: String(entered.body.data.access_token) }
    advanceClock(20 * MINUTE)
    const confirmResponse = await reauthenticate()
    expect([confirmResponse.status, confirmResponse.body]).toEqual([
      200,
      { message: expect.stringContaining('15 minutes') },
    ])
    expect(await sensitiveRequests(tenant)).toEqual(allAllowed)
    expect(await sensitiveRequests(other)).toEqual(allRefused)
    advanceClock(15 * MINUTE)
    expect(await sensitiveRequests(tenant)).toEqual(allRefused)
  })
})

describe('400', () => {
  it('for an incorrect password', async () => {
    advanceClock(16 * MINUTE)
    const errorResponse = await call(POST, { as: tenant, body: { password: 'some other words' } })
    expect([errorResponse.status, errorResponse.body.error.errors]).toEqual([
      400,
      { password: ['Incorrect password.'] },
    ])
    expect(await sensitiveRequests(tenant)).toEqual(allRefused)
  })

  it.each([undefined, '', 7, 'x'.repeat(1025)])('for %j', async (input) => {
    const errorResponse = await call(POST, { as: tenant, body: { password: input } })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['password']])
  })
})

describe('with a second factor', () => {
  const send = (body: object, caller: { token: string } = tenant) =>
    call<SignInBody>(POST, { as: caller, body })

  it('the password alone is not enough: 401 with a challenge, then 200 for the factor', async () => {
    const { secret } = await addTotp(tenant)
    advanceClock(20 * MINUTE)
    const required = await send({ password })
    expect([required.status, required.body.error.code, required.body.error.methods]).toEqual([
      401,
      'second_factor_required',
      ['totp', 'recovery_code'],
    ])
    expect(await sensitiveRequests(tenant)).toEqual(allRefused)
    const { challenge } = required.body.error
    const errorResponse = await send({ challenge, code: generateCode(secret, 9) })
    expect([
      errorResponse.status,
      errorResponse.body.error.code,
      errorResponse.body.error.attempts_left,
    ]).toEqual([400, 'invalid_code', 4])
    expect((await send({ challenge, code: generateCode(secret) })).status).toBe(200)
    expect(await sensitiveRequests(tenant)).toEqual(allAllowed)
    const secondResponse = await send({ challenge, code: generateCode(secret, 1) })
    expect([secondResponse.status, Object.keys(secondResponse.body.error.errors!)]).toEqual([
      400,
      ['challenge'],
    ])
  })

  it('accepts a passkey', async () => {
    const { passkey } = await givePasskey(tenant)
    advanceClock(20 * MINUTE)
    const { challenge, passkey_options } = (await send({ password })).body.error
    const proof = passkey.use(passkey_options.challenge)
    expect((await send({ challenge, passkey: proof })).status).toBe(200)
  })

  it('a challenge works only in its session and for its purpose', async () => {
    const { secret } = await addTotp(tenant)
    const signedIn = await enterPassword(tenant.user.email, password)
    const otherResponse = await enterFactor(signedIn.body.error.challenge, { code: generateCode(secret) })
    const ownChallenge = (await send({ password })).body.error.challenge
    const code = generateCode(secret, 1)
    const elsewhere = await send(
      { challenge: ownChallenge, code },
      { token: otherResponse.body.data.access_token },
    )
    expect([elsewhere.status, Object.keys(elsewhere.body.error.errors!)]).toEqual([400, ['challenge']])
    expect((await enterFactor(ownChallenge, { code })).status).toBe(401)
    const signInChallenge = (await enterPassword(tenant.user.email, password)).body.error.challenge
    expect((await send({ challenge: signInChallenge, code })).status).toBe(400)
    expect((await send({ challenge: ownChallenge, code })).status).toBe(200)
  })

  it.each([
    [{ challenge: 'c' }, 'code'],
    [{ challenge: 'c', code: '1' }, 'code'],
    [{ code: '123456' }, 'password'],
  ])('400 for %j', async (body, field) => {
    const errorResponse = await call(POST, { as: tenant, body })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, [field]])
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
