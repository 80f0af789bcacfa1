import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { env } from '#lib/core/env'
import { createApiKey } from '#lib/identity/api-keys/create-api-key'
import { removeArchive } from '#lib/identity/archive/remove-archive'
import { setArchive } from '#lib/identity/archive/set-archive'
import { changePassword } from '#lib/identity/passwords/change-password'
import { hashPassword } from '#lib/identity/passwords/password'
import { sendReset } from '#lib/identity/passwords/send-reset'
import { createUser } from '#lib/identity/users/create-user'
import { deleteUser } from '#lib/identity/users/delete-user'
import { updateUser } from '#lib/identity/users/update-user'
import { dispatchEvents, loadEmails, watchEmails } from '#lib/testing/records/mailbox'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'

let tenant: TestTenant
let secondAdmin: Member
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant()
  secondAdmin = await tenant.addMember('tenant_admin')
  await tenant.addMember('user')
  newEmails = watchEmails(tenant)
})

const setLocale = (id: number, locale: string) =>
  write(tenant.ctx, (tx) => tx.update(users).set({ locale }).where(eq(users.id, id)))
/** The text without the invisible characters that prevent links. */
const withoutJoiners = (text: string | undefined) => text?.replaceAll('\u200c', '')
const admins = () => [tenant.user.email, secondAdmin.user.email]

describe('a new administrator', () => {
  const input = {
    name: 'Grace Hopper',
    email: '',
    role: 'tenant_admin' as const,
    password: 'tangerine orbit 41',
    send_invitation: false,
  }

  it('is reported to all administrators, with actor and address', async () => {
    const email = `grace.${tenant.tenantId}@example.com`
    await createUser(tenant.ctx, { ...input, email })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([...admins(), email])
    const [first] = emails
    expect(first?.subject).toMatch(/^A new administrator of Tenant /)
    for (const text of ['Grace Hopper', email, tenant.user.name, '198.51.100.7', '/users'])
      expect(withoutJoiners(first?.text)).toContain(text)
  })

  it('is not reported for a user or viewer', async () => {
    await createUser(tenant.ctx, { ...input, email: `v.${tenant.tenantId}@example.com`, role: 'viewer' })
    expect(await newEmails()).toEqual([])
  })
})

describe('a changed address', () => {
  it('that counts at once is not said to wait for a confirmation', async () => {
    const [from, to] = [secondAdmin.user.email, `new.${tenant.tenantId}@example.com`]
    await write(tenant.ctx, (tx) =>
      record(tx, tenant.ctx, {
        type: 'user.address_change_requested',
        subject: { user: secondAdmin.user.id },
        data: { user_id: secondAdmin.user.id, name: 'Grace', from, to, immediate: true },
      }),
    )
    const [email, ...others] = await newEmails()
    expect([email?.to, others]).toEqual([from, []])
    expect(withoutJoiners(email?.text)).toContain(`was changed from ${from} to ${to}`)
    expect(email?.text).not.toMatch(/stays valid|confirmed/)
  })
})

describe('a changed role', () => {
  it('is reported to all administrators and to the user, also by a key', async () => {
    const key = await tenant.addKey()
    await updateUser(key.ctx, secondAdmin.user.id, { role: 'viewer' })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to).sort()).toEqual(admins().sort())
    for (const { text } of emails) {
      expect(text).toContain('from administrator to viewer')
      expect(text).toContain('the API key Test integration')
    }
  })

  it('is reported, but not a changed name or language', async () => {
    await updateUser(tenant.ctx, secondAdmin.user.id, { name: 'Grace', locale: 'fr' })
    expect(await newEmails()).toEqual([])
  })
})

describe('a new API key', () => {
  it('is reported to all administrators, with its scopes', async () => {
    await createApiKey(tenant.ctx, { name: 'Billing', scopes: ['documents:read', 'users'], test_mode: true })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual(admins())
    expect(emails[0]?.subject).toMatch(/^Test: A new API key of Tenant /)
    for (const text of ['“Billing”', 'documents:read, users', tenant.user.name, '/api-keys'])
      expect(withoutJoiners(emails[0]?.text)).toContain(text)
  })
})

describe('a changed address', () => {
  it('sends a confirmation to the new address and a warning to the old one, for the last change only', async () => {
    const { id, email } = secondAdmin.user
    await updateUser(tenant.ctx, id, { email: `first.${email}` })
    await updateUser(tenant.ctx, id, { email: `last.${email}` })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([`last.${email}`, email])
    expect(emails[0]?.text).toContain('/confirm-address/')
    expect(emails[1]?.text).not.toContain('/confirm-address/')
    expect(withoutJoiners(emails[1]?.text)).toContain(`last.${email}`)
  })
})

it.each([
  ['de', ['Neue Administratorrechte', 'Eine Rolle', 'Ein neuer API-Schlüssel', 'Ihre Adresse']],
  ['fr', ['Un nouvel administrateur', 'Un rôle', 'Une nouvelle clé d’API', 'Votre adresse']],
  ['es', ['Un nuevo administrador', 'Se ha cambiado un rol', 'Una nueva clave de API', 'Se va a cambiar']],
])('changes of accounts are reported in %s', async (locale, subjects) => {
  await setLocale(secondAdmin.user.id, locale)
  const member = await tenant.addMember('user')
  await updateUser(tenant.ctx, member.user.id, { role: 'tenant_admin' })
  const person = { name: 'Grace', password: 'tangerine orbit 41', send_invitation: false }
  const email = `grace.${locale}.${tenant.tenantId}@example.com`
  await createUser(tenant.ctx, { ...person, email, role: 'tenant_admin' })
  await createApiKey(tenant.ctx, { name: 'Billing' })
  await updateUser(tenant.ctx, secondAdmin.user.id, { email: `new.${secondAdmin.user.email}` })
  const emails = await newEmails()
  const emailsToSecondAdmin = emails.filter(({ to }) => to === secondAdmin.user.email)
  for (const subject of subjects)
    expect(emailsToSecondAdmin.map((email) => email.subject).join('\n')).toContain(subject)
  for (const { text } of emails) expect(text).not.toMatch(/null|undefined|\{/)
  const invitation = emails.find(({ to }) => to === `new.${secondAdmin.user.email}`)
  expect(invitation?.text).toContain('/confirm-address/')
})

describe('an email with a link that waits for the mail server', () => {
  beforeEach(() => {
    env().smtpUrl = 'smtp://127.0.0.1:1'
    return () => {
      env().smtpUrl = null
    }
  })
  /** To whom emails with links wait, after those of the events are written. */
  async function listWaiting() {
    await dispatchEvents(tenant)
    const emails = await loadEmails(tenant)
    return emails
      .filter(({ text }) => /\/(invitation|recovery|confirm-address)\//.test(text))
      .map(({ to }) => to)
  }
  const invited = () => {
    const email = `invited.${tenant.tenantId}@example.com`
    const person = { name: 'Grace', email, role: 'user' as const, send_invitation: true }
    return createUser(tenant.ctx, person)
  }

  it('is withdrawn with the invitation, and when its address is another one', async () => {
    const { id, email } = await invited()
    expect(await listWaiting()).toEqual([email])
    await updateUser(tenant.ctx, id, { email: `right.${email}` })
    expect(await listWaiting()).toEqual([`right.${email}`])
    await sendReset(tenant.ctx, id)
    expect(await listWaiting()).toEqual([`right.${email}`])
    await deleteUser(tenant.ctx, id)
    expect(await listWaiting()).toEqual([])
  })

  it('is withdrawn when a new address is replaced, or the user has another role', async () => {
    const { id, email } = secondAdmin.user
    await updateUser(tenant.ctx, id, { email: `first.${email}` })
    expect(await listWaiting()).toEqual([`first.${email}`])
    await updateUser(tenant.ctx, id, { email: `last.${email}` })
    expect(await listWaiting()).toEqual([`last.${email}`])
    await updateUser(tenant.ctx, id, { role: 'user' })
    expect(await listWaiting()).toEqual([])
  })

  it('is withdrawn when the password is changed otherwise', async () => {
    const password = 'marble lantern 62'
    const { ctx, user } = await tenant.addMember('user', await hashPassword(password))
    await sendReset(tenant.ctx, user.id)
    expect(await listWaiting()).toEqual([user.email])
    await changePassword(ctx, { current_password: password, password: 'tangerine orbit 41' })
    expect(await listWaiting()).toEqual([])
  })

  it('is withdrawn when the archive address is another one, or removed', async () => {
    await setArchive(tenant.ctx, { email: 'first@example.com' })
    expect(await listWaiting()).toEqual(['first@example.com'])
    await setArchive(tenant.ctx, { email: 'last@example.com' })
    expect(await listWaiting()).toEqual(['last@example.com'])
    await removeArchive(tenant.ctx)
    expect(await listWaiting()).toEqual([])
  })
})
