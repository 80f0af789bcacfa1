import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Json } from '#lib/core/json'
import { updateAccount } from '#lib/identity/account/update-account'
import { requestExport } from '#lib/privacy/request'
import { watchEmails } from '#lib/testing/records/mailbox'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { configureWebhook } from '#lib/webhooks/configure'
import { updateWebhook } from '#lib/webhooks/update'

let tenant: TestTenant
let otherAdmin: Member
let member: Member
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant()
  otherAdmin = await tenant.addMember('tenant_admin')
  member = await tenant.addMember('user')
  newEmails = watchEmails(tenant)
})

const addresses = (...people: Member[]) => people.map(({ user }) => user.email).sort()
/** The text without the invisible characters that prevent links. */
const withoutJoiners = (text: string) => text.replaceAll('\u200c', '')

async function expectEmails(people: Member[], ...texts: string[]) {
  const emails = await newEmails()
  expect(emails.map(({ to }) => to).sort()).toEqual(addresses(...people))
  for (const { text } of emails) {
    expect(text).not.toMatch(/null|undefined|\{/)
    for (const part of [...texts, tenant.user.name, '198.51.100.7'])
      expect(withoutJoiners(text)).toContain(part)
  }
}

const event = (type: Parameters<typeof record>[2]['type'], data: Record<string, Json>) =>
  write(tenant.ctx, (tx) => record(tx, tenant.ctx, { type, subject: { tenant: tenant.tenantId }, data }))
const setUser = (id: number, values: Partial<typeof users.$inferInsert>) =>
  write(tenant.ctx, (tx) => tx.update(users).set(values).where(eq(users.id, id)))

describe('all administrators are told', () => {
  it('of the idle timeout, and of nothing else in the same event', async () => {
    await updateAccount(tenant.ctx, { session_idle_minutes: 30, color: '#1f5f4a' })
    await expectEmails([tenant, otherAdmin], 'after 30 minutes')
    await updateAccount(tenant.ctx, { session_idle_minutes: null })
    await expectEmails([tenant, otherAdmin], 'no longer end')
    await updateAccount(tenant.ctx, { color: null })
    expect(await newEmails()).toEqual([])
  })

  it('of links of signers that users can copy, or no longer can', async () => {
    await updateAccount(tenant.ctx, { show_signing_links: true })
    await expectEmails([tenant, otherAdmin], 'can now copy the links of signers')
    await updateAccount(tenant.ctx, { show_signing_links: false })
    await expectEmails([tenant, otherAdmin], 'can no longer copy the links of signers')
  })

  it('of a required second factor', async () => {
    await setUser(tenant.user.id, { secondFactor: true })
    await updateAccount(tenant.ctx, { require_second_factor: true })
    await expectEmails([tenant, otherAdmin], 'requires a second factor')
  })

  it('of a new webhook and of its new URL, by the host only', async () => {
    const webhook = await configureWebhook(tenant.ctx, {
      url: 'https://93.184.216.34/token-in-the-path',
      events: ['*'],
      active: true,
    })
    await expectEmails([tenant, otherAdmin], '93.184.216.34')
    await updateWebhook(tenant.ctx, webhook.id, { description: 'CRM' })
    expect(await newEmails()).toEqual([])
    await updateWebhook(tenant.ctx, webhook.id, { url: 'https://93.184.216.35/token-in-the-path' })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to).sort()).toEqual(addresses(tenant, otherAdmin))
    for (const { text } of emails) {
      expect(withoutJoiners(text)).toContain('93.184.216.35')
      expect(text).toContain(`http://localhost:3000/webhooks/${webhook.id}\n`)
      expect(text).not.toContain('token-in-the-path')
    }
  })

  it('of a privacy export, with the address masked', async () => {
    await requestExport(tenant.ctx, { email: 'grace@example.com' })
    await expectEmails([tenant, otherAdmin], 'g***@example.com')
  })

  it.each(['tenant.sso_changed', 'tenant.sso_removed'] as const)('of %s', async (type) => {
    await event(type, { issuer: 'https://login.heron.example' })
    await expectEmails([tenant, otherAdmin], 'login.heron.example')
  })
})

describe('the user and the administrators are told', () => {
  it.each([
    ['user.password_changed', { by: 'user' }],
    ['user.factor_added', { factor: 'totp' }],
    ['user.factor_removed', { factor: 'passkey', name: 'Phone' }],
    ['user.factors_reset', {}],
    ['user.recovery_codes_created', {}],
    ['user.identity_linked', { issuer: 'https://login.heron.example', subject: 'ada' }],
    ['user.identity_unlinked', { issuer: 'https://login.heron.example', subject: 'ada' }],
    ['user.identity_unlinked', { issuer: 'urn:heron.eu.example', subject: 'ada' }],
  ] as const)('of %s', async (type, data) => {
    await event(type, { user_id: member.user.id, ...data })
    const emails = await newEmails()
    expect(emails.map(({ to }) => to).sort()).toEqual(addresses(tenant, otherAdmin, member))
    for (const { to, text } of emails) {
      expect(text).not.toMatch(/null|undefined|\{/)
      if ('issuer' in data) expect(withoutJoiners(text)).toContain(data.issuer.replace('https://', ''))
      if (to !== member.user.email) expect(text).toContain(member.user.name)
    }
  })

  it('an administrator may turn off the emails about users who are no administrators', async () => {
    await setUser(otherAdmin.user.id, { mutedEmails: ['sign_in_changes'] })
    await event('user.factor_added', { user_id: member.user.id, factor: 'totp' })
    expect((await newEmails()).map(({ to }) => to).sort()).toEqual(addresses(tenant, member))
    await event('user.factor_added', { user_id: tenant.user.id, factor: 'totp' })
    expect((await newEmails()).map(({ to }) => to).sort()).toEqual(addresses(tenant, otherAdmin))
  })
})

it.each(['de', 'fr', 'es'])('every text is in %s', async (locale) => {
  await setUser(otherAdmin.user.id, { locale })
  await updateAccount(tenant.ctx, { session_idle_minutes: 30 })
  const emails = await newEmails()
  const [first, second] = emails.map(({ subject }) => subject)
  expect(first).not.toBe(second)
})
