import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { ssoProviders } from '#db/schema/identity-sign-in'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { lockCredential } from '../sessions/credential.ts'
import { unlinkAdministrators } from './internal/delete-links.ts'
import { findSso, presentSso } from './internal/providers.ts'
import { hasSettings, toSettings } from './internal/settings.ts'
import { assertIssuer } from './issuer.ts'
import { getProviderHandle } from './links.ts'
import { describeCertificate } from './saml/certificates.ts'
import { parseMetadata } from './saml/metadata.ts'
import type { SsoChange, SsoRecord } from './schema.ts'

/**
 * Sets or changes the tenant's provider; the discovery document of an OpenID provider is checked first. With other
 * certificates of a SAML provider, other administrators are linked to their accounts by the password again.
 */
export async function setSso(ctx: Ctx, input: SsoChange): Promise<SsoRecord> {
  authorize(ctx, 'sso.change')
  const { tenantId } = ctx
  const current = await read(ctx, (reader) => findSso(reader, tenantId))
  const protocol = input.protocol ?? current?.protocol ?? 'oidc'
  const metadata = protocol === 'saml' && input.metadata !== undefined ? parseMetadata(input.metadata) : {}
  const change = { ...input, ...metadata, protocol }
  if (protocol === 'oidc' && change.issuer !== undefined) await assertIssuer(change.issuer)
  return write(ctx, async (tx) => {
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('no key update')
    await lockCredential(tx, ctx)
    const before = await findSso(tx, tenantId)
    const settings = toSettings(tenantId, before, change)
    if (before && hasSettings(before, settings)) return presentSso(tenantId, before)
    const row = { tenantId, handle: getProviderHandle(tenantId), ...settings, updatedAt: ctx.now }
    await tx.insert(ssoProviders).values(row).onConflictDoUpdate({ target: ssoProviders.tenantId, set: row })
    await unlinkAdministrators(tx, ctx, before, settings)
    const { clientSecret: _, certificates, ...others } = settings
    const data = { ...others, certificates: certificates?.map(describeCertificate) ?? null }
    await record(tx, ctx, { type: 'tenant.sso_changed', subject: { tenant: tenantId }, data })
    return presentSso(tenantId, row)
  })
}
