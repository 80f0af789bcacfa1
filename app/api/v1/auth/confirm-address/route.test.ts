import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { moveClock, now } from '#lib/core/clock'
import { getAddressLink, getRecoveryLink, newAddressChange } from '#lib/identity/links/link-tokens'
import { hashPassword } from '#lib/identity/passwords/password'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { PUT as changePassword } from '../../user/password/route.ts'
import { POST as sendReset } from '../../users/[id]/reset-password/route.ts'
import { PUT as changeUser } from '../../users/[id]/route.ts'
import { POST as login } from '../login/route.ts'
import { POST as choosePassword } from '../reset-password/route.ts'
import { POST } from './route.ts'

const password = 'tangerine orbit 41'
const passwordHash = await hashPassword(password)
let tenant: TestTenant
let member: Member
let email: string

beforeAll(async () => {
  tenant = await makeTenant()
})
beforeEach(async () => {
  member = await tenant.addMember('user', passwordHash)
  email = `new.${member.user.email}`
})

const requestChange = (input = email) =>
  call(changeUser, { method: 'PUT', as: tenant, params: { id: member.user.id }, body: { email: input } })
const newPassword = 'tangerine orbit 42'
const changeOwnPassword = () =>
  call(changePassword, {
    method: 'PUT',
    as: member,
    body: { current_password: password, password: newPassword },
  })
const confirm = (token: string) => call(POST, { body: { token } })
const loginStatus = async (input: string) => (await call(login, { body: { email: input, password } })).status

async function getRow() {
  const { id } = member.user
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
  return row!
}
const linkToken = async () =>
  getAddressLink(await getRow())!
    .split('/')
    .at(-1)!

describe('200', () => {
  it('makes the new address the one to sign in with, by the link sent to it', async () => {
    const newEmails = watchEmails(tenant)
    await requestChange()
    expect([await loginStatus(member.user.email), await loginStatus(email)]).toEqual([200, 401])
    const emails = await newEmails()
    const link = getAddressLink(await getRow())!
    expect(emails.filter(({ text }) => text.includes(link)).map(({ to }) => to)).toEqual([email])
    const notice = emails.find(({ to }) => to === member.user.email)
    expect(notice?.text).toContain('is being changed from')
    expect(notice?.text.replaceAll('\u200c', '')).toContain(email)
    const confirmResponse = await confirm(await linkToken())
    expect([confirmResponse.status, confirmResponse.body]).toEqual([
      200,
      { message: expect.stringContaining(email), outcome: 'changed' },
    ])
    expect([await loginStatus(member.user.email), await loginStatus(email)]).toEqual([401, 200])
    expect(await getRow()).toMatchObject({ email, pendingEmail: null, addressHash: null, addressNonce: null })
  })

  it('warns of another account with the new address, which the same password would open', async () => {
    const other = await (await makeTenant()).addMember('user', passwordHash)
    await requestChange(other.user.email)
    expect((await confirm(await linkToken())).body).toEqual({
      message: expect.stringContaining('There is another account with this address'),
      outcome: 'address_shared',
    })
    expect(await getRow()).toMatchObject({ email: other.user.email })
  })

  it('invalidates a password reset that was sent to the old address', async () => {
    await requestChange()
    await call(sendReset, { method: 'POST', as: tenant, params: { id: member.user.id } })
    await confirm(await linkToken())
    expect(await getRow()).toMatchObject({ email, recoveryHash: null })
  })
})

it('200 for the first confirmation of a sign-up, though the password was changed meanwhile', async () => {
  const { id, email: ownEmail } = member.user
  await write(tenant.ctx, (tx) =>
    tx
      .update(users)
      .set({ emailConfirmedAt: null, ...newAddressChange(ownEmail, now()) })
      .where(eq(users.id, id)),
  )
  expect((await changeOwnPassword()).status).toBe(200)
  expect((await confirm(await linkToken())).body).toMatchObject({ outcome: 'confirmed' })
})

describe('400', () => {
  it.each<[string, () => Promise<{ status: number }>]>([
    ['changed', changeOwnPassword],
    [
      'reset',
      async () => {
        await call(sendReset, { method: 'POST', as: tenant, params: { id: member.user.id } })
        const token = getRecoveryLink(await getRow())!
          .split('/')
          .at(-1)!
        return call(choosePassword, { body: { token, password: newPassword } })
      },
    ],
  ])('after the password was %s: who knew the old one may have asked for the change', async (_, change) => {
    await requestChange()
    const token = await linkToken()
    expect((await change()).status).toBe(200)
    expect((await confirm(token)).status).toBe(400)
    expect(await getRow()).toMatchObject({ email: member.user.email, pendingEmail: null })
  })

  it('for a used link, and for one whose change was replaced or withdrawn', async () => {
    await requestChange()
    const first = await linkToken()
    await requestChange(`other.${email}`)
    expect((await confirm(first)).status).toBe(400)
    const second = await linkToken()
    await requestChange(member.user.email)
    expect((await confirm(second)).status).toBe(400)
    await requestChange()
    const third = await linkToken()
    const responses = await Promise.all([confirm(third), confirm(third)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('after seven days', async () => {
    await requestChange()
    const expiredToken = await linkToken()
    moveClock(7 * 86_400_000)
    const response = await confirm(expiredToken)
    moveClock(-7 * 86_400_000)
    expect(response.body.error.errors).toEqual({ token: [expect.stringContaining('no longer valid')] })
  })

  it('if another user of the tenant confirms the same address at the same time', async () => {
    const otherMember = await tenant.addMember('user')
    await requestChange()
    const ownToken = await linkToken()
    const { id } = otherMember.user
    await call(changeUser, { method: 'PUT', as: tenant, params: { id }, body: { email } })
    const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
    const responses = await Promise.all([
      confirm(ownToken),
      confirm(getAddressLink(row!)!.split('/').at(-1)!),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    const errorResponse = responses.find(({ status }) => status === 400)
    expect(errorResponse?.body.error.errors).toEqual({ token: [expect.stringContaining('already belongs')] })
  })

  it.each(['', 'short', 'x'.repeat(43)])('for the token %j', async (input) => {
    const response = await confirm(input)
    expect([response.status, Object.keys(response.body.error.errors)]).toEqual([400, ['token']])
  })
})
