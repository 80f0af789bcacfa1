import { ssoProviders } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import { getProviderHandle, signInUrl } from '#lib/identity/sso/links'
import type { TestTenant } from './tenant.ts'

/**
 * Sets a provider that is not there, for the addresses of example.com.
 * @returns the page on which the users of the tenant sign in
 */
export async function addSso({ ctx, tenantId }: TestTenant, { enforced = false } = {}): Promise<string> {
  const handle = getProviderHandle(tenantId)
  await write(ctx, (tx) =>
    tx.insert(ssoProviders).values({
      tenantId,
      handle,
      issuer: 'https://accounts.example.com',
      clientId: 'paraph',
      clientSecret: Buffer.from('secret'),
      domains: ['example.com'],
      enforced,
      createUsers: false,
      defaultRole: 'user',
      updatedAt: ctx.now,
    }),
  )
  return signInUrl(handle)
}
