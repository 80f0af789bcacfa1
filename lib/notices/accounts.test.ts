import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { write } from '#db/tenant'
import { createApiKey } from '#lib/identity/api-keys/create-api-key'
import { createUser } from '#lib/identity/users/create-user'
import { updateUser } from '#lib/identity/users/update-user'
import { newEmailsOf } from '#lib/testing/mailbox'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'

let local: TestTenant
let second: Member
let newEmails: ReturnType<typeof newEmailsOf>

beforeEach(async () => {
  local = await makeTenant()
  second = await local.addMember('tenant_admin')
  await local.addMember('user')
  newEmails = newEmailsOf(local)
})

const speak = (id: number, locale: string) =>
  write(local.ctx, (tx) => tx.update(users).set({ locale }).where(eq(users.id, id)))
/** The text without the characters that break up links. */
const plain = (text: string | undefined) => text?.replaceAll('\u200c', '')
const admins = () => [local.user.email, second.user.email]

describe('a new administrator', () => {
  const input = {
    name: 'Grace Hopper',
    email: '',
    role: 'tenant_admin' as const,
    password: 'tangerine orbit 41',
    send_invitation: false,
  }

  it('is reported to all administrators, with actor and address', async () => {
    const email = `grace.${local.tenantId}@example.com`
    await createUser(local.ctx, { ...input, email })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([...admins(), email])
    const [first] = emails
    expect(first?.subject).toMatch(/^A new administrator of Tenant /)
    for (const text of ['Grace Hopper', email, local.user.name, '198.51.100.7', '/users'])
      expect(plain(first?.text)).toContain(text)
  })

  it('is not reported for a user or viewer', async () => {
    await createUser(local.ctx, { ...input, email: `v.${local.tenantId}@example.com`, role: 'viewer' })
    expect(await newEmails()).toEqual([])
  })
})

describe('a changed role', () => {
  it('is reported to all administrators and to the user, also by a key', async () => {
    const key = await local.addKey()
    await updateUser(key.ctx, second.user.id, { role: 'viewer' })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to).sort()).toEqual(admins().sort())
    for (const { text } of emails) {
      expect(text).toContain('from administrator to viewer')
      expect(text).toContain('the API key Test integration')
    }
  })

  it('is reported, unlike a changed name or language', async () => {
    await updateUser(local.ctx, second.user.id, { name: 'Grace', locale: 'fr' })
    expect(await newEmails()).toEqual([])
  })
})

describe('a new API key', () => {
  it('is reported to all administrators, with its scopes', async () => {
    await createApiKey(local.ctx, { name: 'Billing', scopes: ['documents:read', 'users'], test_mode: true })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual(admins())
    expect(emails[0]?.subject).toMatch(/^Test: A new API key of Tenant /)
    for (const text of ['“Billing”', 'documents:read, users', local.user.name, '/api-keys'])
      expect(plain(emails[0]?.text)).toContain(text)
  })
})

describe('a changed address', () => {
  it('sends a confirmation to the new address and a warning to the old one, for the last change only', async () => {
    const { id, email } = second.user
    await updateUser(local.ctx, id, { email: `first.${email}` })
    await updateUser(local.ctx, id, { email: `last.${email}` })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([`last.${email}`, email])
    expect(emails[0]?.text).toContain('/confirm-address/')
    expect(emails[1]?.text).not.toContain('/confirm-address/')
    expect(plain(emails[1]?.text)).toContain(`last.${email}`)
  })
})

it.each([
  ['de', ['Neue Administratorrechte', 'Eine Rolle', 'Ein neuer API-Schlüssel', 'Ihre Adresse']],
  ['fr', ['Un nouvel administrateur', 'Un rôle', 'Une nouvelle clé d’API', 'Votre adresse']],
  ['es', ['Un nuevo administrador', 'Se ha cambiado un rol', 'Una nueva clave de API', 'Se va a cambiar']],
])('is reported in %s', async (locale, subjects) => {
  await speak(second.user.id, locale)
  const member = await local.addMember('user')
  await updateUser(local.ctx, member.user.id, { role: 'tenant_admin' })
  const person = { name: 'Grace', password: 'tangerine orbit 41', send_invitation: false }
  const email = `grace.${locale}.${local.tenantId}@example.com`
  await createUser(local.ctx, { ...person, email, role: 'tenant_admin' })
  await createApiKey(local.ctx, { name: 'Billing' })
  await updateUser(local.ctx, second.user.id, { email: `new.${second.user.email}` })
  const emails = await newEmails()
  const own = emails.filter(({ to }) => to === second.user.email)
  for (const subject of subjects) expect(own.map((email) => email.subject).join('\n')).toContain(subject)
  for (const { text } of emails) expect(text).not.toMatch(/null|undefined|\{/)
  const invitation = emails.find(({ to }) => to === `new.${second.user.email}`)
  expect(invitation?.text).toContain('/confirm-address/')
})
