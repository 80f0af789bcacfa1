import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { read } from '#db/tenant'
import { moveClock } from '#lib/core/clock'
import { addressLinkOf } from '#lib/identity/links/link-tokens'
import { hashPassword } from '#lib/identity/passwords/password'
import { call } from '#lib/testing/call'
import { newEmailsOf } from '#lib/testing/mailbox'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'
import { POST as askReset } from '../../users/[id]/reset-password/route.ts'
import { PUT } from '../../users/[id]/route.ts'
import { POST as login } from '../login/route.ts'
import { POST } from './route.ts'

const password = 'tangerine orbit 41'
let tenant: TestTenant
let member: Member
let email: string

beforeAll(async () => {
  tenant = await makeTenant()
})
beforeEach(async () => {
  member = await tenant.addMember('user', await hashPassword(password))
  email = `new.${member.user.email}`
})

const propose = (input = email) =>
  call(PUT, { method: 'PUT', as: tenant, params: { id: member.user.id }, body: { email: input } })
const confirm = (token: string) => call(POST, { body: { token } })
const statusOf = async (input: string) => (await call(login, { body: { email: input, password } })).status

async function rowOf() {
  const { id } = member.user
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
  return row!
}
const token = async () =>
  addressLinkOf(await rowOf())!
    .split('/')
    .at(-1)!

describe('200', () => {
  it('makes the new address the login, by the link that was sent to it', async () => {
    const newEmails = newEmailsOf(tenant)
    await propose()
    expect([await statusOf(member.user.email), await statusOf(email)]).toEqual([200, 401])
    const emails = await newEmails()
    const link = addressLinkOf(await rowOf())!
    expect(emails.filter(({ text }) => text.includes(link)).map(({ to }) => to)).toEqual([email])
    const notice = emails.find(({ to }) => to === member.user.email)
    expect(notice?.text).toContain('is being changed from')
    expect(notice?.text.replaceAll('\u200c', '')).toContain(email)
    const confirmed = await confirm(await token())
    expect([confirmed.status, confirmed.body]).toEqual([200, { message: expect.stringContaining(email) }])
    expect([await statusOf(member.user.email), await statusOf(email)]).toEqual([401, 200])
    expect(await rowOf()).toMatchObject({ email, pendingEmail: null, addressHash: null, addressNonce: null })
  })

  it('invalidates a password reset that was sent to the old address', async () => {
    await propose()
    await call(askReset, { method: 'POST', as: tenant, params: { id: member.user.id } })
    await confirm(await token())
    expect(await rowOf()).toMatchObject({ email, recoveryHash: null })
  })
})

describe('400', () => {
  it('for a used link, and after the change was replaced or withdrawn', async () => {
    await propose()
    const first = await token()
    await propose(`other.${email}`)
    expect((await confirm(first)).status).toBe(400)
    const second = await token()
    await propose(member.user.email)
    expect((await confirm(second)).status).toBe(400)
    await propose()
    const third = await token()
    const both = await Promise.all([confirm(third), confirm(third)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('after seven days', async () => {
    await propose()
    const late = await token()
    moveClock(7 * 86_400_000)
    const answer = await confirm(late)
    moveClock(-7 * 86_400_000)
    expect(answer.body.error.errors).toEqual({ token: [expect.stringContaining('no longer valid')] })
  })

  it('when another user of the tenant has the address meanwhile', async () => {
    const other = await tenant.addMember('user')
    await propose()
    const own = await token()
    const { id } = other.user
    await call(PUT, { method: 'PUT', as: tenant, params: { id }, body: { email } })
    const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
    const both = await Promise.all([confirm(own), confirm(addressLinkOf(row!)!.split('/').at(-1)!)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = both.find(({ status }) => status === 400)
    expect(refused?.body.error.errors).toEqual({ token: [expect.stringContaining('already belongs')] })
  })

  it.each(['', 'short', 'x'.repeat(43)])('for the token %j', async (input) => {
    const answer = await confirm(input)
    expect([answer.status, Object.keys(answer.body.error.errors)]).toEqual([400, ['token']])
  })
})
