import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { getInvitationLink, getRecoveryLink } from '#lib/identity/links/link-tokens'
import { viewLink } from '#lib/identity/links/view-link'
import { hashPassword } from '#lib/identity/passwords/password'
import { removeSso } from '#lib/identity/sso/remove-sso'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { addSso } from '#lib/testing/users/sso'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getUser } from '../user/route.ts'
import { POST as sendReset } from '../users/[id]/reset-password/route.ts'
import { DELETE as deleteUser } from '../users/[id]/route.ts'
import { POST as createUser } from '../users/route.ts'
import { POST as acceptInvitation } from './accept-invitation/route.ts'
import { POST as login } from './login/route.ts'
import { POST as refresh } from './refresh/route.ts'
import { POST as resetPassword } from './reset-password/route.ts'

const HOUR = 3600
const MINUTE = 60
const password = 'tangerine orbit 41'
const oldPassword = 'the old one, long enough'
const otherPassword = 'a quiet lighthouse 7'
let tenant: TestTenant
const advanceClock = makeAdvanceClock(afterEach)

beforeAll(async () => {
  tenant = await makeTenant()
})

/** A user with the token of their link. */
interface LinkOwner {
  id: number
  email: string
  token: string
}

const getRow = async (id: number) => {
  const [row] = await read(tenant.ctx, (reader) => reader.select().from(users).where(eq(users.id, id)))
  return row!
}
const getToken = (link: string | null) => link?.split('/').at(-1) ?? ''
const signIn = (email: string, input = password) => call(login, { body: { email, password: input } })

async function addPerson(input: object): Promise<{ id: number; email: string }> {
  const email = `lin.${Math.random().toString(36).slice(2)}@example.com`
  const body = { name: 'Lin Wei', email, role: 'user', ...input }
  const response = await call(createUser, { as: tenant, body })
  return { id: Number(response.body.data.id), email }
}

async function addInvited(): Promise<LinkOwner> {
  const person = await addPerson({ send_invitation: true })
  return { ...person, token: getToken(getInvitationLink(await getRow(person.id))) }
}

async function addRecovering(): Promise<LinkOwner> {
  const person = await addPerson({ password: oldPassword })
  await call(sendReset, { method: 'POST', as: tenant, params: { id: person.id } })
  return { ...person, token: getToken(getRecoveryLink(await getRow(person.id))) }
}

describe.each([
  {
    name: 'accept-invitation',
    handler: acceptInvitation,
    kind: 'invitation',
    addLinkOwner: addInvited,
    hours: 168,
  },
  { name: 'reset-password', handler: resetPassword, kind: 'recovery', addLinkOwner: addRecovering, hours: 1 },
] as const)('$name', ({ name, handler, kind, addLinkOwner, hours }) => {
  let person: LinkOwner
  beforeEach(async () => {
    person = await addLinkOwner()
  })
  const setPassword = (token: unknown, input: unknown = password) =>
    call<{ message: string; error: { code: string; message: string; errors: Record<string, string[]> } }>(
      handler,
      { body: { token, password: input } },
    )

  describe('200', () => {
    it('sets the password once', async () => {
      const response = await setPassword(person.token)
      expect([response.status, response.body]).toEqual([200, { message: expect.any(String) }])
      expect((await signIn(person.email)).status).toBe(200)
      const secondResponse = await setPassword(person.token, otherPassword)
      expect([secondResponse.status, Object.keys(secondResponse.body.error.errors)]).toEqual([400, ['token']])
      expect((await signIn(person.email, otherPassword)).status).toBe(401)
      expect(await getRow(person.id)).toMatchObject({ invitationHash: null, recoveryHash: null })
    })

    it('records the change in the trail', async () => {
      await setPassword(person.token)
      const [event] = await read(tenant.ctx, (reader) =>
        reader
          .select()
          .from(events)
          .where(eq(events.chain, `user:${person.id}`))
          .orderBy(desc(events.seq))
          .limit(1),
      )
      expect(event).toMatchObject({
        type: 'user.password_changed',
        actor: { type: 'user', id: person.id, email: person.email },
        data: { user_id: person.id, by: kind },
      })
    })

    it('sends an email about the change if there was a password before', async () => {
      await setPassword(person.token)
      const emails = (await watchEmails(tenant)()).filter(({ to }) => to === person.email)
      const changedEmails = emails.filter(({ subject }) => subject === 'Your Paraph password was changed')
      expect(changedEmails).toHaveLength(kind === 'recovery' ? 1 : 0)
    })

    it('sets one password for concurrent requests with the same link', async () => {
      const responses = await Promise.all([
        setPassword(person.token),
        setPassword(person.token, otherPassword),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    it('lifts the lock that failed attempts had caused', async () => {
      for (let attempt = 0; attempt < 11; attempt++) await signIn(person.email, 'wrong wrong wrong')
      expect((await signIn(person.email)).status).toBe(429)
      await setPassword(person.token)
      expect((await signIn(person.email)).status).toBe(200)
    })
  })

  describe('400', () => {
    /** Adds another account of the address with `password`, whose salt is another. */
    async function addOtherAccount() {
      const otherTenant = await makeTenant()
      const other = await otherTenant.addMember('user', await hashPassword(password))
      const ofOther = eq(users.id, other.user.id)
      await write(otherTenant.ctx, (tx) => tx.update(users).set({ email: person.email }).where(ofOther))
    }

    it('refuses the password of another account of the address', async () => {
      await addOtherAccount()
      const response = await setPassword(person.token)
      expect([response.status, Object.keys(response.body.error.errors)]).toEqual([400, ['password']])
      expect((await setPassword(person.token, otherPassword)).status).toBe(200)
    })

    it('limits the guesses at another account of the address', async () => {
      await addOtherAccount()
      const statuses: number[] = []
      for (let guess = 0; guess < 11; guess++) statuses.push((await setPassword(person.token)).status)
      expect(statuses).toEqual([...Array(10).fill(400), 429])
    })

    it('refuses an invalid password and keeps the link valid', async () => {
      for (const invalidPassword of ['short', 'password1234', 'Lin Wei 123456', person.email, null]) {
        const errorResponse = await setPassword(person.token, invalidPassword)
        expect([invalidPassword, errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual(
          [invalidPassword, 400, ['password']],
        )
      }
      expect((await setPassword(person.token)).status).toBe(200)
    })

    it('refuses an expired link, but not a minute before it expires', async () => {
      const { ctx } = tenant
      advanceClock(hours * HOUR - MINUTE)
      expect(await viewLink({ ...ctx, now: now() }, kind, person.token)).toMatchObject({
        email: person.email,
      })
      advanceClock(MINUTE)
      expect(await viewLink({ ...ctx, now: now() }, kind, person.token)).toBeNull()
      expect((await setPassword(person.token)).status).toBe(400)
    })

    it('refuses a link from before the clock was set back', async () => {
      advanceClock(-2 * MINUTE)
      expect(await viewLink({ ...tenant.ctx, now: now() }, kind, person.token)).toBeNull()
    })

    it('gives the same error for unknown, used and expired links', async () => {
      const unknownLinkResponse = await setPassword('x'.repeat(43))
      expect(unknownLinkResponse.body.error.errors).toEqual({
        token: [expect.stringContaining('no longer valid')],
      })
      await setPassword(person.token)
      expect((await setPassword(person.token)).body.error.message).toBe(
        unknownLinkResponse.body.error.message,
      )
    })

    it('refuses a link of the other kind', async () => {
      const otherPerson = kind === 'invitation' ? await addRecovering() : await addInvited()
      expect((await setPassword(otherPerson.token)).status).toBe(400)
      expect(await viewLink(tenant.ctx, kind, otherPerson.token)).toBeNull()
    })

    it('refuses the link of a deleted user', async () => {
      await call(deleteUser, { method: 'DELETE', as: tenant, params: { id: person.id } })
      expect((await setPassword(person.token)).status).toBe(400)
    })

    it.each([undefined, '', 'short', 7])(
      'reports the invalid token %j with all other errors',
      async (token) => {
        const errorResponse = await setPassword(token, 'short')
        expect([name, Object.keys(errorResponse.body.error.errors)]).toEqual([name, ['token', 'password']])
      },
    )
  })

  it('viewLink shows the owner and leaves the link valid', async () => {
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await viewLink(tenant.ctx, kind, person.token)).toEqual({
        name: 'Lin Wei',
        email: person.email,
        tenantName: expect.stringMatching(/^Tenant /),
        signInUrl: null,
        takesOver: false,
      })
    expect((await setPassword(person.token)).status).toBe(200)
  })

  it('403 where the organisation requires single sign-on, and the link stays valid', async () => {
    const sign_in_url = await addSso(tenant, { enforced: true })
    const answer = await setPassword(person.token)
    expect([answer.status, answer.body.error]).toMatchObject([403, { code: 'sso_required', sign_in_url }])
    expect(await viewLink(tenant.ctx, kind, person.token)).toMatchObject({ signInUrl: sign_in_url })
    const again = await call(sendReset, { method: 'POST', as: tenant, params: { id: person.id } })
    expect(again.body).toMatchObject({ message: `We have sent ${person.email} a link to sign in.` })
    await removeSso(tenant.ctx)
    const row = await getRow(person.id)
    const link = kind === 'invitation' ? getInvitationLink(row) : getRecoveryLink(row)
    expect((await setPassword(getToken(link))).status).toBe(200)
  })
})

describe('a reset of the password', () => {
  it('ends every login, and the old password stops working', async () => {
    const person = await addRecovering()
    const logins = []
    for (let attempt = 0; attempt < 2; attempt++) logins.push(await signIn(person.email, oldPassword))
    await call(resetPassword, { body: { token: person.token, password } })
    for (const { body } of logins) {
      const errorResponse = await call(getUser, { as: String(body.data.access_token) })
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'token_revoked'])
    }
    expect((await signIn(person.email, oldPassword)).status).toBe(401)
  })

  it('ends sessions that are refreshed or created concurrently', async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      const person = await addRecovering()
      const token = String((await signIn(person.email, oldPassword)).body.data.access_token)
      const [refreshed, signedIn, reset] = await Promise.all([
        call(refresh, { method: 'POST', as: token }),
        signIn(person.email, oldPassword),
        call(resetPassword, { body: { token: person.token, password } }),
      ])
      expect([reset.status, refreshed.status, signedIn.status]).toEqual([
        200,
        expect.toSatisfy((status) => status === 200 || status === 401),
        expect.toSatisfy((status) => status === 200 || status === 401),
      ])
      for (const { body } of [refreshed, signedIn]) {
        if (!body.data) continue
        expect((await call(getUser, { as: String(body.data.access_token) })).status).toBe(401)
      }
    }
  })
})
