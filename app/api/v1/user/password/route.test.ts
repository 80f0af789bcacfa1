import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { hashPassword } from '#lib/identity/passwords/password'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { POST as login } from '../../auth/login/route.ts'
import { POST as refresh } from '../../auth/refresh/route.ts'
import { GET as getUser } from '../route.ts'
import { PUT } from './route.ts'

const currentPassword = 'tangerine orbit 41'
const newPassword = 'a quiet lighthouse 7'
let tenant: TestTenant
let person: Member
let hash: string

beforeAll(async () => {
  tenant = await makeTenant()
  hash = await hashPassword(currentPassword)
})
beforeEach(async () => {
  person = await tenant.addMember('viewer', hash)
})

const change = (body: object, caller: { token: string } = person) =>
  call<{ message: string; error: { code: string; errors: object } }>(PUT, { method: 'PUT', as: caller, body })
const signIn = (password: string) => call(login, { body: { email: person.user.email, password } })

describe('200', () => {
  it('changes the password: the new one signs in, the old one does not', async () => {
    const updateResponse = await change({ current_password: currentPassword, password: newPassword })
    expect([updateResponse.status, updateResponse.body]).toEqual([200, { message: expect.any(String) }])
    expect((await signIn(newPassword)).status).toBe(200)
    expect((await signIn(currentPassword)).status).toBe(401)
  })

  it('ends all other sessions but not this one, which can still be refreshed', async () => {
    const otherToken = String((await signIn(currentPassword)).body.data.access_token)
    await change({ current_password: currentPassword, password: newPassword })
    expect((await call(getUser, { as: otherToken })).body.error.code).toBe('token_revoked')
    expect((await call(refresh, { method: 'POST', as: otherToken })).status).toBe(401)
    expect((await call(getUser, { as: person })).status).toBe(200)
    expect((await call(refresh, { method: 'POST', as: person })).status).toBe(200)
  })

  it('sends the user an email', async () => {
    await change({ current_password: currentPassword, password: newPassword })
    const emails = (await watchEmails(tenant)()).filter(({ to }) => to === person.user.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['Your Paraph password was changed'])
    expect(emails[0]!.text).toContain('198.51.100.7')
  })

  it('accepts one of two concurrent changes', async () => {
    const responses = await Promise.all([
      change({ current_password: currentPassword, password: newPassword }),
      change({ current_password: currentPassword, password: `${newPassword}7` }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('400', () => {
  it.each([
    [{}, ['current_password', 'password']],
    [{ current_password: 'wrong wrong wrong', password: newPassword }, ['current_password']],
    [{ current_password: currentPassword, password: 'short' }, ['password']],
    [{ current_password: currentPassword, password: 'password1234' }, ['password']],
    [{ current_password: 'wrong wrong wrong', password: 'password1234' }, ['current_password', 'password']],
  ])('refuses %j', async (body, fields) => {
    const errorResponse = await change(body)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([400, 'validation_error'])
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(fields)
  })

  it.each([
    ['refuses the password of another account with the same address, which signing in would open', true, 400],
    ['refuses it also where the accounts have different salts', true, 400, true],
    ['tells nothing of other accounts to who has not confirmed the address', false, 200],
  ])('%s', async (_, isConfirmed, status, hasOtherSalt = false) => {
    const otherTenant = await makeTenant()
    const other = await otherTenant.addMember('user', hasOtherSalt ? await hashPassword(newPassword) : hash)
    const set = ({ ctx }: TestTenant, { user }: Member, values: Partial<typeof users.$inferInsert>) =>
      write(ctx, (tx) => tx.update(users).set(values).where(eq(users.id, user.id)))
    await set(otherTenant, other, { email: person.user.email })
    await set(tenant, person, { emailConfirmedAt: isConfirmed ? new Date() : null })
    const body = { current_password: currentPassword, password: newPassword }
    if (!hasOtherSalt) expect((await change(body, other)).status).toBe(200)
    const response = await change(body)
    expect([response.status, Object.keys(response.body.error?.errors ?? {})]).toEqual([
      status,
      isConfirmed ? ['password'] : [],
    ])
  })

  it('refuses a user without a password', async () => {
    const passwordless = await tenant.addMember('user')
    expect(
      (await change({ current_password: currentPassword, password: newPassword }, passwordless)).status,
    ).toBe(400)
  })
})

describe('401', () => {
  it('requires a signed-in user', async () => {
    const errorResponse = await call(PUT, {
      method: 'PUT',
      body: { current_password: currentPassword, password: newPassword },
    })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'unauthenticated'])
  })
})

describe('403', () => {
  it('refuses an API key with any scopes', async () => {
    const key = await tenant.addKey()
    const errorResponse = await change({ current_password: currentPassword, password: newPassword }, key)
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('429', () => {
  it('limits successful changes, each of which is a guess at other accounts of the address', async () => {
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, person.user.id)),
    )
    const passwords = Array.from({ length: 11 }, (_, number) => `${newPassword} ${number}`)
    const statuses: number[] = []
    let current_password = currentPassword
    for (const password of passwords) {
      statuses.push((await change({ current_password, password })).status)
      current_password = password
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('limits attempts per user', async () => {
    for (let attempt = 0; attempt < 10; attempt++)
      await change({ current_password: `wrong wrong ${attempt}`, password: newPassword })
    const errorResponse = await change({ current_password: currentPassword, password: newPassword })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([429, 'rate_limited'])
  })
})
