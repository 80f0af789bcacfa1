import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveClock } from '#lib/core/clock'
import { hashPassword } from '#lib/identity/passwords/password'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { addTotp, enterPassword, givePasskey } from '#lib/testing/users/factors'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getUser } from '../route.ts'
import * as route from './route.ts'

const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
let member: Member

beforeEach(async () => {
  tenant = await makeTenant()
  member = await tenant.addMember('user', passwordHash)
})

const reset = (caller: { token: string } = tenant, { id } = member.user) =>
  call(route.DELETE, { method: 'DELETE', as: caller, params: { id } })
const hasFactor = async () =>
  (await call(getUser, { as: tenant, params: { id: member.user.id } })).body.data.second_factor

itIsGuarded('/users/{id}/second-factor', route, {
  idsOfOtherTenant: async () => {
    const otherTenant = await makeTenant()
    await addTotp(otherTenant)
    return { id: otherTenant.user.id }
  },
})

describe('204', () => {
  it('removes app, passkeys and codes; the user gets an email and signs in with the password', async () => {
    await addTotp(member)
    await givePasskey(member)
    expect(await hasFactor()).toBe(true)
    const newEmails = watchEmails(tenant)
    await newEmails()
    expect((await reset()).status).toBe(204)
    expect(await hasFactor()).toBe(false)
    expect((await enterPassword(member.user.email, password)).status).toBe(200)
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([member.user.email, tenant.user.email])
    expect(emails[0]!.text).toContain('An administrator has removed all second factors')
    expect((await reset()).status).toBe(404)
  })

  it('by a key with the scope users; an administrator needs the scope admins', async () => {
    await addTotp(member)
    await addTotp(tenant)
    const key = await tenant.addKey({ scopes: ['users'] })
    expect((await reset(key)).status).toBe(204)
    const errorResponse = await reset(key, tenant.user)
    expect([errorResponse.status, errorResponse.body.error.required_scope]).toEqual([403, 'admins'])
    expect((await reset(await tenant.addKey({ scopes: ['users', 'admins'] }), tenant.user)).status).toBe(204)
  })
})

it('404 for a user without a second factor', async () => {
  expect((await reset()).status).toBe(404)
})

describe('15 minutes after the password was entered', () => {
  afterEach(() => moveClock(-16 * 60_000))

  it('403 reauthentication_required', async () => {
    await addTotp(member)
    moveClock(16 * 60_000)
    expect((await reset()).body.error.code).toBe('reauthentication_required')
  })
})
