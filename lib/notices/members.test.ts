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
import { letterbox } from '#lib/testing/mailbox'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'

let ours: TestTenant
let newLetters: ReturnType<typeof letterbox>

beforeEach(async () => {
  ours = await makeTenant({ documentsLimit: 5 })
  newLetters = letterbox(ours)
})

const happen = (event: NewEvent, ctx = ours.ctx) => write(ctx, (tx) => record(tx, ctx, event))
const change = (id: number, patch: Partial<typeof users.$inferInsert>) =>
  write(ours.ctx, (tx) => tx.update(users).set(patch).where(eq(users.id, id)))
const about = (type: 'user.invited' | 'user.password_reset_requested', id: number): NewEvent => ({
  type,
  subject: { user: id },
  data: { user_id: id },
})

describe('user.invited', () => {
  it('brings the link to choose a password, in the new user’s language, and says who invites', async () => {
    const { user } = await ours.addMember('user')
    const invitation = newInvitation(ours.ctx.now)
    await change(user.id, { ...invitation, locale: 'de' })
    await happen(about('user.invited', user.id))
    const [letter, ...more] = await newLetters()
    expect(more).toEqual([])
    expect(letter?.to).toBe(user.email)
    expect(letter?.subject).toMatch(/^Ihr Zugang zu Tenant /)
    for (const part of [letter?.text, letter?.html]) expect(part).toContain(invitationLinkOf(invitation))
    expect(letter?.text).toContain(`${ours.user.name} lädt Sie ein`)
  })

  it('names nobody where an integration invites', async () => {
    const { user } = await ours.addMember('user')
    await change(user.id, newInvitation(ours.ctx.now))
    await happen(about('user.invited', user.id), (await ours.addKey()).ctx)
    const [letter] = await newLetters()
    expect(letter?.text).toContain('You are invited to work with')
    expect(letter?.text).not.toMatch(/null|undefined|\{/)
  })

  it('goes to nobody who has come in already, or is gone', async () => {
    for (const patch of [
      noInvitation,
      { ...newInvitation(ours.ctx.now), email: null, deletedAt: new Date() },
    ]) {
      const { user } = await ours.addMember('user')
      await change(user.id, patch)
      await happen(about('user.invited', user.id))
    }
    expect(await newLetters()).toEqual([])
  })
})

describe('user.password_reset_requested', () => {
  it('brings the way back in', async () => {
    const recovery = newRecovery(ours.ctx.now)
    await change(ours.user.id, recovery)
    await happen(about('user.password_reset_requested', ours.user.id))
    const [letter] = await newLetters()
    expect([letter?.to, letter?.subject]).toEqual([ours.user.email, 'A new password for Paraph'])
    for (const part of [letter?.text, letter?.html]) expect(part).toContain(recoveryLinkOf(recovery))
  })

  it('brings nothing that is over', async () => {
    await change(ours.user.id, newRecovery(addDays(ours.ctx.now, -1)))
    await happen(about('user.password_reset_requested', ours.user.id))
    expect(await newLetters()).toEqual([])
  })

  it('brings nothing once a new password was chosen', async () => {
    await happen(about('user.password_reset_requested', ours.user.id))
    expect(await newLetters()).toEqual([])
  })
})

describe('user.password_changed', () => {
  const changed = (by: string, id = ours.user.id): NewEvent => ({
    type: 'user.password_changed',
    subject: { user: id },
    data: { user_id: id, by },
  })

  it.each(['self', 'recovery'])('by %s is told, with when and from where', async (by) => {
    const ctx = { ...ours.ctx, now: new Date('2027-02-19T15:46:00Z'), address: '203.0.113.9' }
    await happen(changed(by), ctx)
    const [letter, ...more] = await newLetters()
    expect(more).toEqual([])
    expect([letter?.to, letter?.subject]).toEqual([ours.user.email, 'Your password for Paraph was changed'])
    for (const part of [letter?.text, letter?.html])
      for (const said of ['19 February 2027 at 15:46 UTC', '203.0.113.9', 'http://localhost:3000/recovery'])
        expect(part).toContain(said)
    expect(letter?.text).not.toMatch(/null|undefined|\{/)
  })

  it.each([
    ['de', 'Ihr Passwort für Paraph wurde geändert'],
    ['fr', 'Votre mot de passe pour Paraph a été modifié'],
    ['es', 'Se ha cambiado su contraseña de Paraph'],
  ])('is told in %s', async (locale, subject) => {
    await change(ours.user.id, { locale })
    await happen(changed('self'), { ...ours.ctx, address: null })
    const [letter] = await newLetters()
    expect(letter?.subject).toBe(subject)
    expect(letter?.text).not.toMatch(/null|undefined|\{/)
  })

  it('by an invitation is nothing new, and who is gone is told nothing', async () => {
    await happen(changed('invitation'))
    const gone = await ours.addMember('user')
    await change(gone.user.id, { email: null, deletedAt: new Date() })
    await happen(changed('recovery', gone.user.id))
    expect(await newLetters()).toEqual([])
  })
})

it('the verbs of the people say enough for both', async () => {
  const input = { name: 'Zoë', email: 'zoe.new@example.com', role: 'user' as const, send_invitation: true }
  const { id } = await createUser(ours.ctx, input)
  await sendReset(ours.ctx, id)
  await sendReset(ours.ctx, ours.user.id)
  const letters = await newLetters()
  expect(letters.map(({ to }) => to)).toEqual([input.email, input.email, ours.user.email])
  expect(letters[1]?.text).toMatch(/Welcome, Zoë.*\/invitation\//s)
  expect(letters[2]?.text).toContain('/recovery/')
})

describe('to the administrators', () => {
  it('goes what concerns them: not to members, and not to who has not come yet', async () => {
    const second = await ours.addMember('tenant_admin')
    await change(second.user.id, { locale: 'fr' })
    await ours.addMember('user')
    const invited = await ours.addMember('tenant_admin')
    await change(invited.user.id, newInvitation(ours.ctx.now))
    await happen({
      type: 'webhook.disabled',
      subject: { webhook: 7 },
      data: {
        url: 'https://example.com/hook',
        cause: 'gone',
        reason: 'It answered 410 Gone.',
        test_mode: true,
      },
    })
    const letters = await newLetters()
    expect(letters.map(({ to }) => to)).toEqual([ours.user.email, second.user.email])
    expect(letters[0]?.subject).toMatch(/^Test: A webhook of Tenant .* was switched off$/)
    for (const said of [
      'https://example.com/hook',
      'It answered 410 Gone.',
      'http://localhost:3000/webhooks',
    ])
      expect(letters[0]?.text).toContain(said)
    expect(letters[1]?.subject).toMatch(/^Test\s: Un webhook de Tenant .* a été désactivé$/)
  })

  it('goes what is used of the month’s quota, at 80 and at 100 %', async () => {
    const may = { ...ours.ctx, now: new Date('2026-05-20T10:00:00Z') }
    const take = (count: number) => write(may, (tx) => reserveQuota(tx, may, 'documents', count))
    await take(3)
    expect(await newLetters()).toEqual([])
    await take(1)
    const [near] = await newLetters()
    expect(near?.subject).toBe('80\u00a0% of the documents of this month are used')
    for (const said of ['4 of 5 documents', '1 June 2026']) expect(near?.text).toContain(said)
    await take(1)
    const [full] = await newLetters()
    expect(full?.subject).toBe('The documents of this month are used up')
    expect(full?.text).toContain('no further one can be uploaded before 1 June 2026')
  })
})

it('nobody of another tenant is written to', async () => {
  const theirs = await makeTenant()
  await happen(about('user.password_reset_requested', theirs.user.id))
  await write(theirs.ctx, (tx) =>
    tx.update(users).set(newRecovery(theirs.ctx.now)).where(eq(users.id, theirs.user.id)),
  )
  expect(await newLetters()).toEqual([])
  expect(await letterbox(theirs)()).toEqual([])
})
