import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { write } from '#db/tenant'
import { createApiKey } from '#lib/identity/api-keys/create-api-key'
import { createUser } from '#lib/identity/users/create-user'
import { updateUser } from '#lib/identity/users/update-user'
import { letterbox } from '#lib/testing/mailbox'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'

let ours: TestTenant
let second: Member
let newLetters: ReturnType<typeof letterbox>

beforeEach(async () => {
  ours = await makeTenant()
  second = await ours.addMember('tenant_admin')
  await ours.addMember('user')
  newLetters = letterbox(ours)
})

const speak = (id: number, locale: string) =>
  write(ours.ctx, (tx) => tx.update(users).set({ locale }).where(eq(users.id, id)))
/** As it was before links in it were broken up. */
const plain = (text: string | undefined) => text?.replaceAll('\u200c', '')
const admins = () => [ours.user.email, second.user.email]

describe('a new administrator', () => {
  const input = {
    name: 'Grace Hopper',
    email: '',
    role: 'tenant_admin' as const,
    password: 'tangerine orbit 41',
    send_invitation: false,
  }

  it('is told to all administrators, with who made them and from where', async () => {
    const email = `grace.${ours.tenantId}@example.com`
    await createUser(ours.ctx, { ...input, email })
    const letters = await newLetters()
    expect(letters.map(({ to }) => to)).toEqual([...admins(), email])
    const [first] = letters
    expect(first?.subject).toMatch(/^A new administrator of Tenant /)
    for (const said of ['Grace Hopper', email, ours.user.name, '198.51.100.7', '/users'])
      expect(plain(first?.text)).toContain(said)
  })

  it('is told to nobody when it is a user or viewer', async () => {
    await createUser(ours.ctx, { ...input, email: `v.${ours.tenantId}@example.com`, role: 'viewer' })
    expect(await newLetters()).toEqual([])
  })
})

describe('a changed role', () => {
  it('is told to all administrators and to the user, also by a key', async () => {
    const key = await ours.addKey()
    await updateUser(key.ctx, second.user.id, { role: 'viewer' })
    const letters = await newLetters()
    expect(letters.map(({ to }) => to).sort()).toEqual(admins().sort())
    for (const { text } of letters) {
      expect(text).toContain('from administrator to viewer')
      expect(text).toContain('the API key Test integration')
    }
  })

  it('is told alone: a name or a language is nobody else’s business', async () => {
    await updateUser(ours.ctx, second.user.id, { name: 'Grace', locale: 'fr' })
    expect(await newLetters()).toEqual([])
  })
})

describe('a new API key', () => {
  it('is told to all administrators, with what it may do', async () => {
    await createApiKey(ours.ctx, { name: 'Billing', scopes: ['documents:read', 'users'], test_mode: true })
    const letters = await newLetters()
    expect(letters.map(({ to }) => to)).toEqual(admins())
    expect(letters[0]?.subject).toMatch(/^Test: A new API key of Tenant /)
    for (const said of ['“Billing”', 'documents:read, users', ours.user.name, '/api-keys'])
      expect(plain(letters[0]?.text)).toContain(said)
  })
})

describe('a changed address', () => {
  it('asks the new one and tells the old one, each for the last change only', async () => {
    const { id, email } = second.user
    await updateUser(ours.ctx, id, { email: `first.${email}` })
    await updateUser(ours.ctx, id, { email: `last.${email}` })
    const letters = await newLetters()
    expect(letters.map(({ to }) => to)).toEqual([`last.${email}`, email])
    expect(letters[0]?.text).toContain('/confirm-address/')
    expect(letters[1]?.text).not.toContain('/confirm-address/')
    expect(plain(letters[1]?.text)).toContain(`last.${email}`)
  })
})

it.each([
  ['de', ['Neue Administratorrechte', 'Eine Rolle', 'Ein neuer API-Schlüssel', 'Ihre Adresse']],
  ['fr', ['Un nouvel administrateur', 'Un rôle', 'Une nouvelle clé d’API', 'Votre adresse']],
  ['es', ['Un nuevo administrador', 'Se ha cambiado un rol', 'Una nueva clave de API', 'Se va a cambiar']],
])('all of it is told in %s', async (locale, subjects) => {
  await speak(second.user.id, locale)
  const member = await ours.addMember('user')
  await updateUser(ours.ctx, member.user.id, { role: 'tenant_admin' })
  const person = { name: 'Grace', password: 'tangerine orbit 41', send_invitation: false }
  const email = `grace.${locale}.${ours.tenantId}@example.com`
  await createUser(ours.ctx, { ...person, email, role: 'tenant_admin' })
  await createApiKey(ours.ctx, { name: 'Billing' })
  await updateUser(ours.ctx, second.user.id, { email: `new.${second.user.email}` })
  const letters = await newLetters()
  const own = letters.filter(({ to }) => to === second.user.email)
  for (const subject of subjects) expect(own.map((letter) => letter.subject).join('\n')).toContain(subject)
  for (const { text } of letters) expect(text).not.toMatch(/null|undefined|\{/)
  const asked = letters.find(({ to }) => to === `new.${second.user.email}`)
  expect(asked?.text).toContain('/confirm-address/')
})
