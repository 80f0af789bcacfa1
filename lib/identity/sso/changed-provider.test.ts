import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { userIdentities } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { lockTenantUsers } from '#lib/identity/users/internal/users'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateFiles, toPem } from '#lib/testing/values/certificate-files'
import { findProvider, type SamlProvider } from './find-provider.ts'
import { getProviderHandle } from './links.ts'
import { removeSso } from './remove-sso.ts'
import type { SsoChange } from './schema.ts'
import { setSso } from './set-sso.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

let tenant: TestTenant
const later = () => ({ ...tenant.ctx, now: addSeconds(tenant.ctx.now, 1) })

beforeEach(async () => {
  tenant = await makeTenant()
  await setSso(tenant.ctx, await samlSettings())
})

/** A SAML provider with a certificate of its own. */
async function samlSettings() {
  const { certificate } = await makeCertificateFiles('Provider')
  return {
    ...{
      protocol: 'saml' as const,
      issuer: 'urn:example:provider',
      sso_url: 'https://login.example.com/sso',
    },
    ...{ certificates: [toPem([certificate])], domains: ['example.com'], create_users: true },
  }
}

/** Signs a new person in by the provider as it was before `change`. */
async function signInAfter(change: () => Promise<unknown>) {
  const provider = await findProvider(getProviderHandle(tenant.tenantId))
  await change()
  const meta = { now: now(), requestId: 'r', address: null, userAgent: null, locale: 'en' }
  return signInWithProvider(meta, provider!, {
    sub: 'grace',
    email: 'grace@example.com',
    email_verified: true,
    name: 'Grace',
  })
}

it('signs a person in by an unchanged provider', async () => {
  const lockedBefore = () => write(tenant.ctx, (tx) => lockTenantUsers(tx, tenant.ctx))
  expect(await signInAfter(lockedBefore)).toMatchObject({ user: { name: 'Grace' } })
})

it.each<[string, () => Promise<unknown>]>([
  ['was removed', () => removeSso(later())],
  ['has other domains', () => setSso(later(), { domains: ['other.example'] })],
  ['creates no users any more', () => setSso(later(), { create_users: false })],
  ['was removed and set again', () => replaceProvider()],
])('refuses a person whose provider %s since the sign-in began', async (_, change) => {
  await expect(signInAfter(change)).rejects.toMatchObject({ reason: 'provider_changed' })
})

async function replaceProvider() {
  await removeSso(later())
  await setSso(later(), await samlSettings())
}

describe('the links to a SAML provider', () => {
  const issuer = 'urn:example:provider'
  let linked: string[]
  beforeEach(async () => {
    const admin = await tenant.addMember('tenant_admin')
    const member = await tenant.addMember('user')
    linked = []
    for (const { user } of [tenant, admin, member]) {
      const account = { source: 'saml' as const, issuer, subject: user.email }
      await write(tenant.ctx, (tx) =>
        tx
          .insert(userIdentities)
          .values({ tenantId: tenant.tenantId, userId: user.id, ...account, createdAt: now() }),
      )
      linked.push(user.email)
    }
  })
  const listLinks = () =>
    read(tenant.ctx, (reader) =>
      reader.select({ subject: userIdentities.subject }).from(userIdentities).orderBy(userIdentities.id),
    ).then((rows) => rows.map(({ subject }) => subject))
  const findSaml = async () => (await findProvider(getProviderHandle(tenant.tenantId))) as SamlProvider
  const addedCertificate = async () => ({
    certificates: [...(await findSaml()).certificates, ...(await samlSettings()).certificates],
  })
  /** Another provider's certificate stays when the name of the first is set again. */
  async function useOther() {
    await setSso(later(), { ...(await samlSettings()), issuer: 'urn:example:other' })
    await setSso(later(), { issuer })
  }

  it.each<[string, () => Promise<unknown>]>([
    ['gets another certificate', async () => setSso(later(), await addedCertificate())],
    ['is trusted with the second factor', () => setSso(later(), { trusts_second_factor: true })],
    ['is removed and set again', () => replaceProvider()],
    ['was another meanwhile', () => useOther()],
  ])('end for other administrators when it %s', async (_, change) => {
    await change()
    expect(await listLinks()).toEqual([linked[0], linked[2]])
    const unlinked = await read(tenant.ctx, (reader) =>
      reader.select({ data: events.data }).from(events).where(eq(events.type, 'user.identity_unlinked')),
    )
    expect(unlinked.map(({ data }) => data.subject)).toEqual([linked[1]])
  })

  it.each<[string, () => Promise<SsoChange>]>([
    ['other domains', async () => ({ domains: ['other.example'] })],
    ['the same certificate', async () => ({ certificates: (await findSaml()).certificates, enforced: true })],
  ])('stay when it gets %s', async (_, change) => {
    await setSso(later(), await change())
    expect(await listLinks()).toEqual(linked)
  })
})
