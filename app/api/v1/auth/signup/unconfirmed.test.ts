import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { findAccounts } from '#db/tenancy/cross-tenant'
import { read, write } from '#db/tenancy/tenant'
import { addDays, now } from '#lib/core/clock'
import { createApiKey } from '#lib/identity/api-keys/create-api-key'
import { getRecoveryLink } from '#lib/identity/links/link-tokens'
import { hashPassword } from '#lib/identity/passwords/password'
import { sendRecoveryLinks } from '#lib/identity/passwords/recover'
import { expireDue } from '#lib/processes/scheduled'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addDraft, addField, addSent } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { findAddressToken, type SignedUp, signUpByMail, withMailServer } from '#lib/testing/users/sign-up'
import { makeTenant } from '#lib/testing/users/tenant'
import { GET as getAccount } from '../../account/route.ts'
import { POST as remind } from '../../signature-processes/[id]/remind/route.ts'
import { PATCH as updateProcess } from '../../signature-processes/[id]/route.ts'
import { POST as send } from '../../signature-processes/[id]/send/route.ts'
import { POST as resetUser } from '../../users/[id]/reset-password/route.ts'
import { PUT as changeUser } from '../../users/[id]/route.ts'
import { POST as createUser } from '../../users/route.ts'
import { POST as confirm } from '../confirm-address/route.ts'
import { POST as login } from '../login/route.ts'
import { POST as setPassword } from '../reset-password/route.ts'
import { POST } from './route.ts'

const password = 'tangerine orbit 41'
let person: SignedUp
beforeEach(async () => {
  person = await signUpByMail()
})

const isConfirmed = async (caller: { token: string }) => {
  const response = await call<{ data: { tenant: { email_confirmed: boolean } } }>(getAccount, { as: caller })
  return response.body.data.tenant.email_confirmed
}

/** The results of all requests that email others. The reminder needs the invited signer of the first request. */
async function requestsThatMail(caller: { token: string }, draftId: number) {
  const tag = Math.random().toString(36).slice(2)
  const { id } = person.user
  const member = { name: 'Grace', email: `${tag}@example.com`, role: 'user', password }
  const responses = [
    await call(send, { method: 'POST', as: caller, params: { id: draftId } }),
    await call(remind, { method: 'POST', as: caller, params: { id: draftId }, body: {} }),
    await call(createUser, { as: caller, body: { ...member, send_invitation: true } }),
    await call(createUser, { as: caller, body: { ...member, email: `p.${tag}@example.com` } }),
    await call(resetUser, { method: 'POST', as: caller, params: { id } }),
    await call(changeUser, {
      method: 'PUT',
      as: caller,
      params: { id },
      body: { email: `m.${tag}@example.com` },
    }),
  ]
  return responses.map(({ status, body }) => (status < 300 ? status : `${status} ${body.error.code}`))
}
const allRefused = Array(6).fill('403 email_not_confirmed')
const allAllowed = [200, 200, 201, 201, 200, 200]

describe('403 email_not_confirmed', () => {
  let draftId: number
  beforeEach(async () => {
    const draft = await addDraft(person)
    await addField(person, draft, { signer_id: draft.signers[0]!.id })
    draftId = draft.id
  })

  it('for actions that email others, until the address is confirmed; drafts are possible', async () => {
    expect(await isConfirmed(person)).toBe(false)
    expect(await requestsThatMail(person, draftId)).toEqual(allRefused)
    const confirmResponse = await call<{ message: string }>(confirm, {
      body: { token: await findAddressToken(person) },
    })
    expect([confirmResponse.status, confirmResponse.body.message]).toEqual([
      200,
      `${person.user.email} is confirmed.`,
    ])
    expect(await isConfirmed(person)).toBe(true)
    expect(await requestsThatMail(person, draftId)).toEqual(allAllowed)
  })

  it('also with an API key', async () => {
    const { key } = await createApiKey(person.ctx, {
      name: 'Program',
      scopes: ['processes:write', 'users', 'admins'],
    })
    expect(await requestsThatMail({ token: key }, draftId)).toEqual(allRefused)
  })

  it('for corrections and the extension of a process', async () => {
    const { id } = await addSent(
      { ...person, ctx: { ...person.ctx, unconfirmed: false } },
      { options: { expires_in_days: 1 } },
    )
    const correct = async (options: object) => {
      const { status, body } = await call(updateProcess, {
        method: 'PATCH',
        as: person,
        params: { id },
        body: { options },
      })
      return [status, body.error.code]
    }
    expect(await correct({ message: 'Hello' })).toEqual([403, 'email_not_confirmed'])
    await expireDue(addDays(now(), 2))
    expect(await correct({ expires_in_days: 9 })).toEqual([403, 'email_not_confirmed'])
  })

  it('explains in its message how to confirm the address', async () => {
    const { body } = await call(send, { method: 'POST', as: person, params: { id: draftId } })
    expect(body.error.message).toContain('/api/v1/auth/resend-confirmation')
  })

  it('not after a password reset, whose emailed link also confirms the address', async () => {
    await sendRecoveryLinks(
      { email: person.user.email, address: null, userAgent: null, requestId: 'r' },
      now(),
    )
    const [row] = await read({ tenantId: person.tenantId }, (reader) =>
      reader.select().from(users).where(eq(users.id, person.user.id)),
    )
    const token = getRecoveryLink(row!)!.split('/').at(-1)
    await call(setPassword, { body: { token, password: 'another orbit 42' } })
    const entered = await call(login, { body: { email: person.user.email, password: 'another orbit 42' } })
    expect(await isConfirmed({ token: String(entered.body.data.access_token) })).toBe(true)
    expect(await findAddressToken(person)).toBeNull()
  })
})

describe('emails before the confirmation', () => {
  it('contain only the link, and no text entered at sign-up', async () => {
    const newEmails = watchEmails(
      await signUpByMail({ tenant_name: 'Cheap pills at evil.example', name: 'Claim your prize' }),
    )
    const emails = await newEmails()
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toBe('Confirm your address for Paraph')
    for (const form of [emails[0]?.text, emails[0]?.html]) {
      expect(form).not.toMatch(/pills|evil|prize|Ada/)
      expect(form).toContain('/confirm-address/')
    }
  })

  it.each([
    ['de', 'Bestätigen Sie Ihre Adresse für Paraph'],
    ['fr', 'Confirmez votre adresse pour Paraph'],
    ['es', 'Confirme su dirección para Paraph'],
  ])('is in the language of the sign-up: %s', async (locale, subject) => {
    const { tenantId } = person
    await write({ tenantId }, (tx) => tx.update(users).set({ locale }).where(eq(users.id, person.user.id)))
    const [email] = await watchEmails(person)()
    expect(email?.subject).toBe(subject)
    expect(email?.text).toContain(`/confirm-address/${await findAddressToken(person)}`)
    expect(email?.text).not.toMatch(/null|undefined|\{/)
  })

  it('are not sent for new keys; a password reset email has no text entered at sign-up', async () => {
    const newEmails = watchEmails(person)
    await newEmails()
    await createApiKey(person.ctx, { name: 'Cheap pills' })
    await sendRecoveryLinks(
      { email: person.user.email, address: null, userAgent: null, requestId: 'r' },
      now(),
    )
    const emails = await newEmails()
    expect(emails.map(({ subject }) => subject)).toEqual(['Reset your Paraph password'])
    expect(emails[0]?.text).not.toMatch(/Analytical|pills/)
  })
})

describe('an address that has an account elsewhere', () => {
  let owner: { user: { id: number; email: string } }
  beforeAll(async () => {
    owner = await makeTenant({ passwordHash: await hashPassword('the first words 1') })
  })
  const body = () => ({ tenant_name: 'Second', name: 'Ada', email: owner.user.email, password })
  const userWithPassword = async (input: string) =>
    (await call(login, { body: { email: owner.user.email, password: input } })).body.data?.user

  it('201 as for a new address; its owner is notified, and the password selects the account', async () => {
    const [knownAddress, newAddress] = await withMailServer(async () => [
      await call(POST, { body: body() }),
      await call(POST, { body: { ...body(), email: `x.${owner.user.email}` } }),
    ])
    expect([knownAddress!.status, newAddress!.status]).toEqual([201, 201])
    expect(Object.keys(knownAddress!.body.data)).toEqual(Object.keys(newAddress!.body.data))
    const id = (knownAddress!.body.data.user as { id: number }).id
    expect(await userWithPassword('the first words 1')).toMatchObject({ id: owner.user.id })
    expect(await userWithPassword(password)).toMatchObject({ id })
    const account = (await findAccounts(owner.user.email)).find((anyAccount) => anyAccount.id === id)!
    const emails = await watchEmails({ ctx: { ...person.ctx, tenantId: account.tenantId } })()
    expect(emails.map(({ text }) => text).join()).toContain('You already have an account with this address')
  })

  it('warns on confirmation that the same password opens the other account', async () => {
    const second = await signUpByMail({ email: owner.user.email, password: 'the first words 1' })
    const confirmResponse = await call<{ message: string }>(confirm, {
      body: { token: await findAddressToken(second) },
    })
    expect(confirmResponse.body).toMatchObject({
      message: expect.stringContaining('the same password'),
      outcome: 'password_shared',
    })
  })
})
