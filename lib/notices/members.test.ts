import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { write } from '#db/tenant'
import { type NewEvent, record } from '#lib/audit/record'
import { addDays } from '#lib/core/clock'
import { reserveQuota } from '#lib/identity/account/quotas'
import {
  invitationLinkOf,
  newInvitation,
  newRecovery,
  noInvitation,
  recoveryLinkOf,
} from '#lib/identity/links/link-tokens'
import { sendReset } from '#lib/identity/passwords/send-reset'
import { createUser } from '#lib/identity/users/create-user'
import { newEmailsOf } from '#lib/testing/mailbox'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'

let own: TestTenant
let newEmails: ReturnType<typeof newEmailsOf>

beforeEach(async () => {
  own = await makeTenant({ documentsLimit: 5 })
  newEmails = newEmailsOf(own)
})

const happen = (event: NewEvent, ctx = own.ctx) => write(ctx, (tx) => record(tx, ctx, event))
const change = (id: number, patch: Partial<typeof users.$inferInsert>) =>
  write(own.ctx, (tx) => tx.update(users).set(patch).where(eq(users.id, id)))
const about = (type: 'user.invited' | 'user.password_reset_requested', id: number): NewEvent => ({
  type,
  subject: { user: id },
  data: { user_id: id },
})

describe('user.invited', () => {
  it('has the link to choose a password and the inviter, in the new user’s language', async () => {
    const { user } = await own.addMember('user')
    const invitation = newInvitation(own.ctx.now)
    await change(user.id, { ...invitation, locale: 'de' })
    await happen(about('user.invited', user.id))
    const [email, ...more] = await newEmails()
    expect(more).toEqual([])
    expect(email?.to).toBe(user.email)
    expect(email?.subject).toMatch(/^Ihr Zugang zu Tenant /)
    for (const part of [email?.text, email?.html]) expect(part).toContain(invitationLinkOf(invitation))
    expect(email?.text).toContain(`${own.user.name} lädt Sie ein`)
  })

  it('has no inviter for an integration', async () => {
    const { user } = await own.addMember('user')
    await change(user.id, newInvitation(own.ctx.now))
    await happen(about('user.invited', user.id), (await own.addKey()).ctx)
    const [email] = await newEmails()
    expect(email?.text).toContain('You are invited to join')
    expect(email?.text).not.toMatch(/null|undefined|\{/)
  })

  it('is not sent to active or deleted users', async () => {
    for (const patch of [
      noInvitation,
      { ...newInvitation(own.ctx.now), email: null, deletedAt: new Date() },
    ]) {
      const { user } = await own.addMember('user')
      await change(user.id, patch)
      await happen(about('user.invited', user.id))
    }
    expect(await newEmails()).toEqual([])
  })
})

describe('user.password_reset_requested', () => {
  it('has the link to choose a new password', async () => {
    const recovery = newRecovery(own.ctx.now)
    await change(own.user.id, recovery)
    await happen(about('user.password_reset_requested', own.user.id))
    const [email] = await newEmails()
    expect([email?.to, email?.subject]).toEqual([own.user.email, 'Reset your Paraph password'])
    for (const part of [email?.text, email?.html]) expect(part).toContain(recoveryLinkOf(recovery))
  })

  it('is not sent after the link has expired', async () => {
    await change(own.user.id, newRecovery(addDays(own.ctx.now, -1)))
    await happen(about('user.password_reset_requested', own.user.id))
    expect(await newEmails()).toEqual([])
  })

  it('is not sent after a new password was chosen', async () => {
    await happen(about('user.password_reset_requested', own.user.id))
    expect(await newEmails()).toEqual([])
  })
})

describe('user.password_changed', () => {
  const changed = (by: string, id = own.user.id): NewEvent => ({
    type: 'user.password_changed',
    subject: { user: id },
    data: { user_id: id, by },
  })

  it.each(['self', 'recovery'])('by %s is reported, with time and address', async (by) => {
    const ctx = { ...own.ctx, now: new Date('2027-02-19T15:46:00Z'), address: '203.0.113.9' }
    await happen(changed(by), ctx)
    const [email, ...more] = await newEmails()
    expect(more).toEqual([])
    expect([email?.to, email?.subject]).toEqual([own.user.email, 'Your Paraph password was changed'])
    for (const part of [email?.text, email?.html])
      for (const text of ['19 February 2027 at 15:46 UTC', '203.0.113.9', 'http://localhost:3000/recovery'])
        expect(part).toContain(text)
    expect(email?.text).not.toMatch(/null|undefined|\{/)
  })

  it.each([
    ['de', 'Ihr Passwort für Paraph wurde geändert'],
    ['fr', 'Votre mot de passe pour Paraph a été modifié'],
    ['es', 'Se ha cambiado su contraseña de Paraph'],
  ])('is in %s', async (locale, subject) => {
    await change(own.user.id, { locale })
    await happen(changed('self'), { ...own.ctx, address: null })
    const [email] = await newEmails()
    expect(email?.subject).toBe(subject)
    expect(email?.text).not.toMatch(/null|undefined|\{/)
  })

  it('by an invitation is not reported, nor to deleted users', async () => {
    await happen(changed('invitation'))
    const deleted = await own.addMember('user')
    await change(deleted.user.id, { email: null, deletedAt: new Date() })
    await happen(changed('recovery', deleted.user.id))
    expect(await newEmails()).toEqual([])
  })
})

it('the events of users have the data of emails and trail', async () => {
  const input = { name: 'Zoë', email: 'zoe.new@example.com', role: 'user' as const, send_invitation: true }
  const { id } = await createUser(own.ctx, input)
  await sendReset(own.ctx, id)
  await sendReset(own.ctx, own.user.id)
  const emails = await newEmails()
  expect(emails.map(({ to }) => to)).toEqual([input.email, input.email, own.user.email])
  expect(emails[1]?.text).toMatch(/Welcome, Zoë.*\/invitation\//s)
  expect(emails[2]?.text).toContain('/recovery/')
})

describe('to the administrators', () => {
  it('notifications are sent, not to other members or invited users', async () => {
    const second = await own.addMember('tenant_admin')
    await change(second.user.id, { locale: 'fr' })
    await own.addMember('user')
    const invited = await own.addMember('tenant_admin')
    await change(invited.user.id, newInvitation(own.ctx.now))
    await happen({
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
    expect(emails.map(({ to }) => to)).toEqual([own.user.email, second.user.email])
    expect(emails[0]?.subject).toMatch(/^Test: A webhook of Tenant .* was disabled$/)
    for (const text of [
      'https://example.com/hook',
      'Responded with 410 Gone.',
      'http://localhost:3000/webhooks',
    ])
      expect(emails[0]?.text).toContain(text)
    expect(emails[1]?.subject).toMatch(/^Test\s: Un webhook de Tenant .* a été désactivé$/)
  })

  it('the usage of the quota is sent, at 80 and at 100 %', async () => {
    const may = { ...own.ctx, now: new Date('2026-05-20T10:00:00Z') }
    const take = (count: number) => write(may, (tx) => reserveQuota(tx, may, 'documents', count))
    await take(3)
    expect(await newEmails()).toEqual([])
    await take(1)
    const [near] = await newEmails()
    expect(near?.subject).toBe('80\u00a0% of this month’s documents used')
    for (const text of ['4 of 5 documents', '1 June 2026']) expect(near?.text).toContain(text)
    await take(1)
    const [full] = await newEmails()
    expect(full?.subject).toBe('This month’s documents are used up')
    expect(full?.text).toContain('Uploads are possible again from 1 June 2026')
  })
})

it('no one of another tenant gets an email', async () => {
  const foreign = await makeTenant()
  await happen(about('user.password_reset_requested', foreign.user.id))
  await write(foreign.ctx, (tx) =>
    tx.update(users).set(newRecovery(foreign.ctx.now)).where(eq(users.id, foreign.user.id)),
  )
  expect(await newEmails()).toEqual([])
  expect(await newEmailsOf(foreign)()).toEqual([])
})
