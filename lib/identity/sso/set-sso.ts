import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { ssoProviders } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { encryptClientSecret, findSso, presentSso, type SsoRow } from './internal/providers.ts'
import { assertIssuer } from './issuer.ts'
import { getProviderHandle } from './links.ts'
import type { SsoChange, SsoRecord } from './schema.ts'

/** Sets or changes the tenant's OpenID provider; its discovery document is checked first. */
export async function setSso(ctx: Ctx, input: SsoChange): Promise<SsoRecord> {
  authorize(ctx, 'sso.change')
  if (input.issuer !== undefined) await assertIssuer(input.issuer)
  const { tenantId } = ctx
  return write(ctx, async (tx) => {
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('no key update')
    const before = await findSso(tx, tenantId)
    const settings = toSettings(tenantId, before, input)
    const row = { tenantId, handle: getProviderHandle(tenantId), ...settings, updatedAt: ctx.now }
    await tx.insert(ssoProviders).values(row).onConflictDoUpdate({ target: ssoProviders.tenantId, set: row })
    const { clientSecret: _, ...data } = settings
    await record(tx, ctx, { type: 'tenant.sso_changed', subject: { tenant: tenantId }, data })
    return presentSso(tenantId, row)
  })
}

/** The settings after the change. @throws AppError `validation_error` for members that are missing */
function toSettings(tenantId: number, before: SsoRow | null, input: SsoChange) {
  const { issuer = before?.issuer, client_id: clientId = before?.clientId, domains = before?.domains } = input
  const unchangedSecret = before?.issuer === issuer ? before?.clientSecret : undefined
  const clientSecret = input.client_secret
    ? encryptClientSecret(tenantId, input.client_secret)
    : unchangedSecret
  const errors: FieldErrors = {}
  if (!issuer) errors.issuer = [errorText('identity.issuerMissing')]
  if (!clientId) errors.client_id = [errorText('identity.clientIdMissing')]
  if (!clientSecret)
    errors.client_secret = [
      before
        ? errorText('identity.clientSecretOfNewIssuerMissing')
        : errorText('identity.clientSecretMissing'),
    ]
  if (!domains) errors.domains = [errorText('identity.domainsMissing')]
  throwIfInvalid(errors)
  return {
    issuer: issuer!,
    clientId: clientId!,
    clientSecret: clientSecret!,
    domains: domains!,
    enforced: input.enforced ?? before?.enforced ?? false,
    createUsers: input.create_users ?? before?.createUsers ?? false,
    trustsSecondFactor: input.trusts_second_factor ?? before?.trustsSecondFactor ?? false,
    defaultRole: input.default_role ?? before?.defaultRole ?? 'user',
  }
}
