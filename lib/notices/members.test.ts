import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { tenantSeals } from '#db/schema/keys'
import { read, write } from '#db/tenancy/tenant'
import { type NewEvent, record } from '#lib/audit/record'
import { findTrail } from '#lib/audit/trail'
import { addDays, now } from '#lib/core/clock'
import { reserveQuota } from '#lib/identity/account/quotas'
import {
  clearedInvitation,
  getInvitationLink,
  getRecoveryLink,
  newInvitation,
  newRecovery,
} from '#lib/identity/links/link-tokens'
import { sendRecoveryLinks } from '#lib/identity/passwords/recover'
import { sendReset } from '#lib/identity/passwords/send-reset'
import { createUser } from '#lib/identity/users/create-user'
import { announceSealExpiry } from '#lib/keys/seals/announce-expiry'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addSso } from '#lib/testing/users/sso'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateChain, toPem } from '#lib/testing/values/certificate-files'

let tenant: TestTenant
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant({ documentsLimit: 5 })
  newEmails = watchEmails(tenant)
})

const recordEvent = (event: NewEvent, ctx = tenant.ctx) => write(ctx, (tx) => record(tx, ctx, event))
const updateRow = (id: number, patch: Partial<typeof users.$inferInsert>) =>
  write(tenant.ctx, (tx) => tx.update(users).set(patch).where(eq(users.id, id)))
const getEvent = (type: 'user.invited' | 'user.password_reset_requested', id: number): NewEvent => ({
  type,
  subject: { user: id },
  data: { user_id: id },
})

describe('user.invited', () => {
  it('has the link to choose a password and the inviter, in the new user’s language', async () => {
    const { user } = await tenant.addMember('user')
    const invitation = newInvitation(tenant.ctx.now)
    await updateRow(user.id, { ...invitation, locale: 'de' })
    await recordEvent(getEvent('user.invited', user.id))
    const [email, ...otherEmails] = await newEmails()
    expect(otherEmails).toEqual([])
    expect(email?.to).toBe(user.email)
    expect(email?.subject).toMatch(/^Einladung zu Tenant /)
    for (const part of [email?.text, email?.html]) expect(part).toContain(getInvitationLink(invitation))
    expect(email?.text).toContain(`${tenant.user.name} lädt Sie ein`)
  })

  it('leads to the provider of an organisation that requires single sign-on, except for administrators', async () => {
    const page = await addSso(tenant, { enforced: true })
    for (const role of ['user', 'tenant_admin'] as const) {
      const { user } = await tenant.addMember(role)
      const invitation = newInvitation(tenant.ctx.now)
      await updateRow(user.id, invitation)
      await recordEvent(getEvent('user.invited', user.id))
      const [email] = await newEmails()
      const [link, otherLink] = [page, getInvitationLink(invitation)!]
      const isPage = role === 'user'
      for (const part of [email?.text, email?.html]) {
        expect(part?.includes(link)).toBe(isPage)
        expect(part?.includes(otherLink)).toBe(!isPage)
        expect(/password|valid until/.test(part ?? '')).toBe(!isPage)
      }
    }
  })

  it('has no inviter for an integration', async () => {
    const { user } = await tenant.addMember('user')
    await updateRow(user.id, newInvitation(tenant.ctx.now))
    await recordEvent(getEvent('user.invited', user.id), (await tenant.addKey()).ctx)
    const [email] = await newEmails()
    expect(email?.text).toContain('You are invited to join')
    expect(email?.text).not.toMatch(/null|undefined|\{/)
  })

  it('is not sent to active or deleted users', async () => {
    for (const patch of [
      clearedInvitation,
      { ...newInvitation(tenant.ctx.now), email: null, deletedAt: new Date() },
    ]) {
      const { user } = await tenant.addMember('user')
      await updateRow(user.id, patch)
      await recordEvent(getEvent('user.invited', user.id))
    }
    expect(await newEmails()).toEqual([])
  })
})

describe('user.password_reset_requested', () => {
  it('has the link to choose a new password', async () => {
    const recovery = newRecovery(tenant.ctx.now)
    await updateRow(tenant.user.id, recovery)
    await recordEvent(getEvent('user.password_reset_requested', tenant.user.id))
    const [email] = await newEmails()
    expect([email?.to, email?.subject]).toEqual([tenant.user.email, 'Reset your Paraph password'])
    for (const part of [email?.text, email?.html]) expect(part).toContain(getRecoveryLink(recovery))
  })

  it('leads to the provider of an organisation that requires single sign-on', async () => {
    const page = await addSso(tenant, { enforced: true })
    const { user } = await tenant.addMember('user')
    const recovery = newRecovery(tenant.ctx.now)
    await updateRow(user.id, recovery)
    await recordEvent(getEvent('user.password_reset_requested', user.id))
    const [email] = await newEmails()
    expect([email?.to, email?.subject]).toEqual([user.email, 'Signing in to Paraph'])
    for (const part of [email?.text, email?.html]) {
      expect(part).toContain(page)
      expect(part).not.toContain(getRecoveryLink(recovery))
    }
  })

  it('goes to the confirmed account of an address only, though each trail has the request', async () => {
    const stranger = await makeTenant()
    const { email } = tenant.user
    const password = 'seven bridges at noon'
    const unconfirmed = await createUser(stranger.ctx, {
      name: 'Ada',
      email,
      role: 'user',
      password,
      send_invitation: false,
    })
    const strangersEmails = watchEmails(stranger)
    await sendRecoveryLinks({ email, address: '203.0.113.9', userAgent: 'Own/1.0', requestId: 'r' }, now())
    const [own, ...others] = await newEmails()
    expect([own?.to, others, await strangersEmails()]).toEqual([email, [], []])
    expect(own?.text).toContain(`the password of ${email} at Tenant `)
    const trail = await read(stranger.ctx, (reader) =>
      findTrail(reader, stranger.ctx, { user: unconfirmed.id }),
    )
    expect(trail.at(-1)).toMatchObject({
      type: 'user.password_reset_requested',
      address: null,
      userAgent: null,
    })
    await sendReset(stranger.ctx, unconfirmed.id)
    expect((await strangersEmails()).map(({ to }) => to)).toEqual([email])
  })

  it('goes to an account whose address is not confirmed where there is no other', async () => {
    const password = 'seven bridges at noon'
    const email = `only.${tenant.user.id}@example.com`
    await createUser(tenant.ctx, { name: 'Ada', email, role: 'user', password, send_invitation: false })
    await newEmails()
    await sendRecoveryLinks({ email, address: null, userAgent: null, requestId: 'r' }, now())
    expect((await newEmails()).map(({ to }) => to)).toEqual([email])
  })

  it('is not sent after the link has expired', async () => {
    await updateRow(tenant.user.id, newRecovery(addDays(tenant.ctx.now, -1)))
    await recordEvent(getEvent('user.password_reset_requested', tenant.user.id))
    expect(await newEmails()).toEqual([])
  })

  it('is not sent after a new password was chosen', async () => {
    await recordEvent(getEvent('user.password_reset_requested', tenant.user.id))
    expect(await newEmails()).toEqual([])
  })
})

describe('user.password_changed', () => {
  const passwordChangedBy = (actorName: string, id = tenant.user.id): NewEvent => ({
    type: 'user.password_changed',
    subject: { user: id },
    data: { user_id: id, by: actorName },
  })

  it.each(['self', 'recovery'])(
    'is reported with time and address when it was done by %s',
    async (actorName) => {
      const ctx = { ...tenant.ctx, now: new Date('2027-02-19T15:46:00Z'), address: '203.0.113.9' }
      await recordEvent(passwordChangedBy(actorName), ctx)
      const [email, ...otherEmails] = await newEmails()
      expect(otherEmails).toEqual([])
      expect([email?.to, email?.subject]).toEqual([tenant.user.email, 'Your Paraph password was changed'])
      for (const part of [email?.text, email?.html])
        for (const text of ['19 February 2027 at 15:46 UTC', '203.0.113.9', 'http://localhost:3000/recovery'])
          expect(part).toContain(text)
      expect(email?.text).not.toMatch(/null|undefined|\{/)
    },
  )

  it.each([
    ['de', 'Ihr Passwort für Paraph wurde geändert'],
    ['fr', 'Votre mot de passe pour Paraph a été modifié'],
    ['es', 'Se ha cambiado su contraseña de Paraph'],
  ])('is reported in %s', async (locale, subject) => {
    await updateRow(tenant.user.id, { locale })
    await recordEvent(passwordChangedBy('self'), { ...tenant.ctx, address: null })
    const [email] = await newEmails()
    expect(email?.subject).toBe(subject)
    expect(email?.text).not.toMatch(/null|undefined|\{/)
  })

  it('is not reported for the first password of an invitation, and not to deleted users', async () => {
    await recordEvent(passwordChangedBy('invitation'))
    const deleted = await tenant.addMember('user')
    await updateRow(deleted.user.id, { email: null, deletedAt: new Date() })
    await recordEvent(passwordChangedBy('recovery', deleted.user.id))
    expect(await newEmails()).toEqual([])
  })
})

it('the operations on users record events from which the emails can be made', async () => {
  const input = { name: 'Zoë', email: 'zoe.new@example.com', role: 'user' as const, send_invitation: true }
  const { id } = await createUser(tenant.ctx, input)
  await sendReset(tenant.ctx, id)
  await sendReset(tenant.ctx, tenant.user.id)
  const emails = await newEmails()
  expect(emails.map(({ to }) => to)).toEqual([input.email, input.email, tenant.user.email])
  expect(emails[1]?.text).toMatch(/Welcome, Zoë.*\/invitation\//s)
  expect(emails[2]?.text).toContain('/recovery/')
})

describe('emails to the administrators', () => {
  it('are sent when a webhook is disabled, not to other members or invited users', async () => {
    const secondMember = await tenant.addMember('tenant_admin')
    await updateRow(secondMember.user.id, { locale: 'fr' })
    await tenant.addMember('user')
    const invited = await tenant.addMember('tenant_admin')
    await updateRow(invited.user.id, newInvitation(tenant.ctx.now))
    await recordEvent({
      type: 'webhook.disabled',
      subject: { webhook: 7 },
      data: {
        url: 'https://example.com/hook',
        cause: 'gone',
        reason: 'Responded with 410 Gone.',
        test_mode: true,
      },
    })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([tenant.user.email, secondMember.user.email])
    expect(emails[0]?.subject).toMatch(/^Test: A webhook of Tenant .* was disabled$/)
    for (const text of [
      'https://example.com/hook',
      'Responded with 410 Gone.',
      'http://localhost:3000/webhooks/7?mode=test',
    ])
      expect(emails[0]?.text).toContain(text)
    expect(emails[1]?.subject).toMatch(/^Test\s: Un webhook de Tenant .* a été désactivé$/)
  })

  it('are sent 30 and 7 days before the end of the own seal, and when it has ended, once each', async () => {
    const { seal } = await makeCertificateChain()
    const notAfter = addDays(tenant.ctx.now, 100)
    const row = { certificate: seal.certificate, certificates: toPem([seal.certificate]), notAfter }
    await write(tenant.ctx, (tx) =>
      tx.insert(tenantSeals).values({
        ...{ ...row, tenantId: tenant.ctx.tenantId, wrappedKey: new Uint8Array(60) },
        createdAt: tenant.ctx.now,
      }),
    )
    const announceDaysBefore = async (days: number) => {
      await announceSealExpiry(addDays(notAfter, -days))
      return (await newEmails()).map(({ subject }) => subject)
    }
    expect(await announceDaysBefore(31)).toEqual([])
    for (const [days, subject] of [
      [30, /^The seal of Tenant .* ends on/],
      [7, /^The seal of Tenant .* ends on/],
      [-0.5, /^The seal of Tenant .* has ended/],
    ] as const) {
      expect(await announceDaysBefore(days)).toEqual([expect.stringMatching(subject)])
      expect(await announceDaysBefore(days)).toEqual([])
    }
  })

  it('are not sent to administrators who have turned them off', async () => {
    await updateRow(tenant.user.id, { mutedEmails: ['quota'] })
    const other = await tenant.addMember('tenant_admin')
    await write(tenant.ctx, (tx) => reserveQuota(tx, tenant.ctx, 'documents', 4))
    expect((await newEmails()).map(({ to }) => to)).toEqual([other.user.email])
  })

  it('are sent when 80 % and 100 % of a quota are used', async () => {
    const inMay = { ...tenant.ctx, now: new Date('2026-05-20T10:00:00Z') }
    const reserve = (count: number) => write(inMay, (tx) => reserveQuota(tx, inMay, 'documents', count))
    await reserve(3)
    expect(await newEmails()).toEqual([])
    await reserve(1)
    const [nearEmail] = await newEmails()
    expect(nearEmail?.subject).toBe('80\u00a0% of this month’s documents used')
    for (const text of ['4 of 5 documents', '1 June 2026']) expect(nearEmail?.text).toContain(text)
    await reserve(1)
    const [fullEmail] = await newEmails()
    expect(fullEmail?.subject).toBe('This month’s documents are used up')
    expect(fullEmail?.text).toContain('Uploads are possible again from 1 June 2026')
  })
})

it('an event does not cause an email to a user of another tenant', async () => {
  const otherTenant = await makeTenant()
  await recordEvent(getEvent('user.password_reset_requested', otherTenant.user.id))
  await write(otherTenant.ctx, (tx) =>
    tx.update(users).set(newRecovery(otherTenant.ctx.now)).where(eq(users.id, otherTenant.user.id)),
  )
  expect(await newEmails()).toEqual([])
  expect(await watchEmails(otherTenant)()).toEqual([])
})
