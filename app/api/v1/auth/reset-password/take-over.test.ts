import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { tenants, users } from '#db/schema/identity'
import { ssoProviders, totpSecrets, userIdentities } from '#db/schema/identity-sign-in'
import { signingServices, tenantSeals } from '#db/schema/keys'
import { senderDomains } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { Role } from '#lib/core/roles'
import { getAccount } from '#lib/identity/account/get-account'
import { updateAccount } from '#lib/identity/account/update-account'
import { createApiKey } from '#lib/identity/api-keys/create-api-key'
import { confirmTenant } from '#lib/identity/links/internal/confirmation'
import { getRecoveryLink } from '#lib/identity/links/link-tokens'
import { canConfirm } from '#lib/identity/links/send-confirmation'
import { viewLink } from '#lib/identity/links/view-link'
import { hashPassword } from '#lib/identity/passwords/password'
import { sendRecoveryLinks } from '#lib/identity/passwords/recover'
import { setSender } from '#lib/identity/sender/set-sender'
import { openSession } from '#lib/identity/sessions/internal/sessions'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { findAddressToken, type SignedUp, signUpByMail } from '#lib/testing/users/sign-up'
import { addSso } from '#lib/testing/users/sso'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateFiles, toPem } from '#lib/testing/values/certificate-files'
import { GET as getUser } from '../../user/route.ts'
import { POST as startTotp } from '../../user/totp/route.ts'
import { PUT as changeUser, DELETE as deleteUser } from '../../users/[id]/route.ts'
import { POST as createWebhook, GET as listWebhooks } from '../../webhooks/route.ts'
import { POST as login } from '../login/route.ts'
import { POST as resend } from '../resend-confirmation/route.ts'
import { POST } from './route.ts'

const password = 'another orbit 42'
let person: SignedUp
beforeEach(async () => {
  person = await signUpByMail()
})

const meta = () => ({ now: now(), requestId: 'r', address: null, userAgent: null, locale: 'en' })
const getRow = async ({ tenantId, user }: Pick<SignedUp, 'tenantId' | 'user'>) => {
  const [row] = await read({ tenantId }, (reader) => reader.select().from(users).where(eq(users.id, user.id)))
  return row!
}

/** What the person who has signed up leaves in the organisation. @returns the key */
async function leaveAccess(owner: Pick<SignedUp, 'ctx' | 'token' | 'tenantId' | 'user'>): Promise<string> {
  const { key } = await createApiKey(owner.ctx, { name: 'Program' })
  const body = { url: 'https://93.184.215.14/hook', events: ['*'] }
  expect((await call(createWebhook, { as: owner, body })).status).toBe(201)
  await addSso(owner as TestTenant)
  await updateAccount(owner.ctx, {
    ...{ reply_to: 'other@example.com', embed_origins: ['https://other.example'], show_signing_links: true },
    ...{ delete_after_retention: true, consent: { all: 'I agree to everything that others want.' } },
  })
  await leaveRows(owner)
  expect((await call(startTotp, { method: 'POST', as: owner, body: {} })).status).toBe(201)
  await write(owner.ctx, (tx) =>
    tx.update(users).set({ secondFactor: true }).where(eq(users.id, owner.user.id)),
  )
  return key
}

/** What else acts for that person; as rows, where more than the settings is needed. */
async function leaveRows({ ctx, tenantId, user }: Pick<SignedUp, 'ctx' | 'tenantId' | 'user'>) {
  await setSender(ctx, { name: 'Other', address: 'sign@other.example' })
  const { certificate } = await makeCertificateFiles('Other')
  const [createdAt, secret] = [now(), Buffer.from('secret')]
  await write(ctx, async (tx) => {
    const account = { source: 'tenant' as const, issuer: 'https://accounts.example.com', subject: 'other' }
    await tx.insert(userIdentities).values({ tenantId, userId: user.id, ...account, createdAt })
    const path = { certificate, certificates: toPem([certificate]) }
    await tx
      .insert(tenantSeals)
      .values({ tenantId, ...path, wrappedKey: secret, notAfter: createdAt, createdAt })
    const service = {
      url: 'https://other.example/csc',
      label: 'Other',
      clientId: 'paraph',
      clientSecret: secret,
    }
    await tx.insert(signingServices).values({ tenantId, ...service, updatedAt: createdAt })
  })
}

const askForLink = ({ user: { email } }: Pick<SignedUp, 'user'>) =>
  sendRecoveryLinks({ email, address: null, userAgent: null, requestId: 'r' }, now())

/** The owner of the mailbox follows the link of a requested reset. @returns the message */
async function resetByMail(owner: Pick<SignedUp, 'tenantId' | 'user'>): Promise<string> {
  await askForLink(owner)
  const token = getRecoveryLink(await getRow(owner))!
    .split('/')
    .at(-1)!
  const view = await viewLink(meta(), 'recovery', token)
  const response = await call<{ message: string }>(POST, { body: { token, password } })
  expect(response.status).toBe(200)
  expect(view?.takesOver).toBe(response.body.message.includes('were removed'))
  return response.body.message
}

/** A user whom the identity provider has brought, without a password. */
async function addColleague(role: Role): Promise<Pick<SignedUp, 'tenantId' | 'user'> & { token: string }> {
  const { tenantId } = person
  const times = { createdAt: now(), updatedAt: now() }
  const email = `other.${role}.${person.user.id}@example.com`
  return write(person.ctx, async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ tenantId, name: 'Other', email, role, ...times })
      .returning()
    const login = { tenantId, userId: user!.id, kind: 'token' as const, factorConfirmedAt: null }
    const { token } = await openSession(tx, meta(), login)
    return { tenantId, user: { id: user!.id, email }, token }
  })
}

async function isUnconfirmed({ tenantId }: { tenantId: number }): Promise<boolean> {
  return (await read({ tenantId }, (reader) => reader.$count(tenants, eq(tenants.unconfirmed, true)))) > 0
}

const countsOf = (n: number) => ({
  ...{ providers: n, factors: n, linked: n, senders: n, seals: n, services: n },
})
const countAccess = ({ tenantId }: { tenantId: number }) =>
  read({ tenantId }, async (reader) => ({
    providers: await reader.$count(ssoProviders, eq(ssoProviders.tenantId, tenantId)),
    factors: await reader.$count(totpSecrets, eq(totpSecrets.tenantId, tenantId)),
    linked: await reader.$count(userIdentities, eq(userIdentities.tenantId, tenantId)),
    senders: await reader.$count(senderDomains, eq(senderDomains.tenantId, tenantId)),
    seals: await reader.$count(tenantSeals, isNull(tenantSeals.removedAt)),
    services: await reader.$count(signingServices, eq(signingServices.tenantId, tenantId)),
  }))

it('ends the access of the person who signed the organisation up with an address that was never confirmed', async () => {
  const key = await leaveAccess(person)
  const other = await addColleague('user')
  expect(await resetByMail(person)).toContain('were removed')
  expect((await call(getUser, { as: key })).status).toBe(401)
  expect(await countAccess(person)).toEqual(countsOf(0))
  expect(await getRow(person)).toMatchObject({ secondFactor: false, emailConfirmedAt: expect.any(Date) })
  expect(await getRow(other)).toMatchObject({ email: null })
  const response = await call<{ data: { access_token: string } }>(login, {
    body: { email: person.user.email, password },
  })
  expect(response.status).toBe(200)
  const webhooks = await call<{ data: object[] }>(listWebhooks, { as: response.body.data.access_token })
  expect(webhooks.body.data).toEqual([])
  const { tenant } = await getAccount(person.ctx)
  expect(tenant).toMatchObject({
    ...{ reply_to: null, embed_origins: [], show_signing_links: false, delete_after_retention: false },
  })
  expect(JSON.stringify(tenant)).not.toContain('I agree to everything')
})

it('leaves everything to a user of an organisation whose address is confirmed', async () => {
  const tenant = await makeTenant({ passwordHash: await hashPassword(password) })
  await write(tenant.ctx, (tx) =>
    tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, tenant.user.id)),
  )
  const key = await leaveAccess(tenant)
  expect(await resetByMail(tenant)).not.toContain('were removed')
  expect((await call(getUser, { as: key })).status).toBe(200)
  expect(await countAccess(tenant)).toEqual(countsOf(1))
})

it('leaves everything to a person who confirms the address while the link of a reset is being followed', async () => {
  const key = await leaveAccess(person)
  await askForLink(person)
  const link = getRecoveryLink(await getRow(person))!
  const followed = await write(person.ctx, async (tx) => {
    await confirmTenant(tx, person.tenantId)
    const response = call(POST, { body: { token: link.split('/').at(-1)!, password } })
    await untilOtherWaits(tx)
    return { response }
  })
  expect((await followed.response).status).toBe(400)
  expect(await resetByMail(person)).not.toContain('were removed')
  expect((await call(getUser, { as: key })).status).toBe(200)
  expect(await countAccess(person)).toEqual(countsOf(1))
})

it('takes over though a user of the provider has reset a password before', async () => {
  const key = await leaveAccess(person)
  const other = await addColleague('user')
  expect(await resetByMail(other)).not.toContain('were removed')
  expect(await isUnconfirmed(person)).toBe(true)
  expect(await resetByMail(person)).toContain('were removed')
  expect([await isUnconfirmed(person), (await call(getUser, { as: key })).status]).toEqual([false, 401])
})

it('gives the organisation to its first user, whom another administrator has demoted', async () => {
  const other = await addColleague('tenant_admin')
  const params = { id: person.user.id }
  const demoted = await call(changeUser, { method: 'PUT', as: other, params, body: { role: 'viewer' } })
  expect(demoted.status).toBe(200)
  await addSso(person as unknown as TestTenant, { enforced: true })
  const newEmails = watchEmails(person)
  await newEmails()
  await askForLink(person)
  expect((await newEmails()).map(({ text }) => text.includes('/recovery/'))).toEqual([true])
  expect(await resetByMail(person)).toContain('were removed')
  expect(await getRow(person)).toMatchObject({ role: 'tenant_admin' })
  expect(await isUnconfirmed(person)).toBe(false)
  expect((await call(getUser, { as: other })).status).toBe(401)
})

it('leaves the first user to an administrator who resets a first password', async () => {
  const other = await addColleague('tenant_admin')
  expect(await resetByMail(other)).not.toContain('were removed')
  expect(await getRow(person)).toMatchObject({ email: person.user.email, deletedAt: null })
})

it('lets the next user confirm the organisation of a deleted first one, not of one who is suspended', async () => {
  const other = await addColleague('tenant_admin')
  const actor = { ...person.ctx.actor, ...other.user } as Ctx['actor']
  const otherCtx = { ...person.ctx, actor, unconfirmed: true }
  const send = async () => {
    const { status } = await call(resend, { method: 'POST', as: other })
    expect(await canConfirm(otherCtx)).toBe(status === 200)
    return status
  }
  const view = async (user: Parameters<typeof findAddressToken>[0]) =>
    viewLink(meta(), 'address', (await findAddressToken(user))!)
  expect(await view(person)).toHaveProperty('signedUpAt', (await getRow(person)).createdAt)
  expect(await send()).toBe(403)
  const setFirst = (values: Partial<typeof users.$inferInsert>) =>
    write(person.ctx, (tx) => tx.update(users).set(values).where(eq(users.id, person.user.id)))
  const { email } = person.user
  await setFirst({ email: null, suspendedEmail: email, deletedAt: now() })
  expect(await send()).toBe(403)
  await setFirst({ email, suspendedEmail: null, deletedAt: null })
  const params = { id: person.user.id }
  expect((await call(deleteUser, { method: 'DELETE', as: other, params })).status).toBe(204)
  expect(await send()).toBe(200)
  expect(await view(other)).not.toHaveProperty('signedUpAt')
  const colleague = await addColleague('user')
  expect(await resetByMail(other)).not.toContain('were removed')
  expect(await isUnconfirmed(person)).toBe(false)
  expect(await getRow(colleague)).toMatchObject({ deletedAt: null })
})
