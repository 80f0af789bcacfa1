import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/call'
import { newEmailsOf } from '#lib/testing/mailbox'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'
import { POST as login } from '../../auth/login/route.ts'
import { POST as refresh } from '../../auth/refresh/route.ts'
import { GET as me } from '../route.ts'
import { PUT } from './route.ts'

const current = 'tangerine orbit 41'
const next = 'a quiet lighthouse 7'
let tenant: TestTenant
let person: Member
let hash: string

beforeAll(async () => {
  tenant = await makeTenant()
  hash = await hashPassword(current)
})
beforeEach(async () => {
  person = await tenant.addMember('viewer', hash)
})

const change = (body: object, as: { token: string } = person) =>
  call<{ message: string; error: { code: string; errors: object } }>(PUT, { method: 'PUT', as, body })
const enter = (password: string) => call(login, { body: { email: person.user.email, password } })

describe('200', () => {
  it('changes the password: the new one signs in, the old one does not', async () => {
    const changed = await change({ current_password: current, password: next })
    expect([changed.status, changed.body]).toEqual([200, { message: expect.any(String) }])
    expect((await enter(next)).status).toBe(200)
    expect((await enter(current)).status).toBe(401)
  })

  it('ends every other login and leaves this one, which can still be renewed', async () => {
    const elsewhere = String((await enter(current)).body.data.access_token)
    await change({ current_password: current, password: next })
    expect((await call(me, { as: elsewhere })).body.error.code).toBe('token_revoked')
    expect((await call(refresh, { method: 'POST', as: elsewhere })).status).toBe(401)
    expect((await call(me, { as: person })).status).toBe(200)
    expect((await call(refresh, { method: 'POST', as: person })).status).toBe(200)
  })

  it('sends the user an email', async () => {
    await change({ current_password: current, password: next })
    const emails = (await newEmailsOf(tenant)()).filter(({ to }) => to === person.user.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['Your Paraph password was changed'])
    expect(emails[0]!.text).toContain('198.51.100.7')
  })

  it('accepts one of two concurrent changes', async () => {
    const both = await Promise.all([
      change({ current_password: current, password: next }),
      change({ current_password: current, password: `${next}7` }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('400', () => {
  it.each([
    [{}, ['current_password', 'password']],
    [{ current_password: 'wrong wrong wrong', password: next }, ['current_password']],
    [{ current_password: current, password: 'short' }, ['password']],
    [{ current_password: current, password: 'password1234' }, ['password']],
    [{ current_password: 'wrong wrong wrong', password: 'password1234' }, ['current_password', 'password']],
  ])('refuses %j', async (body, fields) => {
    const refused = await change(body)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(refused.body.error.errors)).toEqual(fields)
  })

  it('refuses a user without a password', async () => {
    const passwordless = await tenant.addMember('user')
    expect((await change({ current_password: current, password: next }, passwordless)).status).toBe(400)
  })
})

describe('401', () => {
  it('requires a signed-in user', async () => {
    const refused = await call(PUT, { method: 'PUT', body: { current_password: current, password: next } })
    expect([refused.status, refused.body.error.code]).toEqual([401, 'unauthenticated'])
  })
})

describe('403', () => {
  it('is refused for a key with any scopes', async () => {
    const key = await tenant.addKey()
    const refused = await change({ current_password: current, password: next }, key)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('429', () => {
  it('limits attempts of a session', async () => {
    for (let n = 0; n < 10; n++) await change({ current_password: `wrong wrong ${n}`, password: next })
    const refused = await change({ current_password: current, password: next })
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
  })
})
