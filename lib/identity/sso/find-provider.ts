import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { ssoProviders } from '#db/schema/identity-sign-in'
import { findSsoProvider } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import type { Role } from '#lib/core/roles'
import { decryptClientSecret } from './internal/providers.ts'
import { INSTALLATION_ID, isHandle } from './links.ts'

/** A provider that users sign in through. */
export type SsoProvider = OidcProvider | SamlProvider

interface ProviderBase {
  /** The last part of its callback URL. */
  id: string
  name: string
  /** The issuer of OpenID Connect, or the entity id of SAML. */
  issuer: string
}

export interface OidcProvider extends ProviderBase {
  protocol: 'oidc'
  clientId: string
  clientSecret: string
  /** Null for the provider of the installation, which serves all tenants. */
  tenant: ProviderTenant | null
}

export interface SamlProvider extends ProviderBase {
  protocol: 'saml'
  ssoUrl: string
  /** As PEM. */
  certificates: string[]
  emailAttribute: string | null
  nameAttribute: string | null
  tenant: ProviderTenant
}

export interface ProviderTenant {
  id: number
  name: string
  domains: string[]
  createUsers: boolean
  defaultRole: Role
  trustsSecondFactor: boolean
  /** When the provider was last changed. */
  updatedAt: Date
}

/** The provider of the installation, or the one of a tenant by its handle; null for an unknown id. */
export async function findProvider(id: string): Promise<SsoProvider | null> {
  if (id === INSTALLATION_ID) return getInstallationProvider()
  const ref = isHandle(id) ? await findSsoProvider(id) : null
  if (!ref) return null
  const [row] = await read(ref, (reader) =>
    reader
      .select({ sso: ssoProviders, name: tenants.name })
      .from(ssoProviders)
      .innerJoin(tenants, eq(tenants.id, ssoProviders.tenantId))
      .where(eq(ssoProviders.tenantId, ref.tenantId)),
  )
  if (!row) return null
  const { issuer, domains, createUsers, defaultRole, trustsSecondFactor, updatedAt } = row.sso
  const rules = { domains, createUsers, defaultRole, trustsSecondFactor }
  const tenant = { id: ref.tenantId, name: row.name, ...rules, updatedAt }
  if (row.sso.protocol === 'oidc') {
    const clientSecret = decryptClientSecret(ref.tenantId, row.sso.clientSecret!)
    const client = { clientId: row.sso.clientId!, clientSecret }
    return { protocol: 'oidc', id, name: new URL(issuer).host, issuer, ...client, tenant }
  }
  const { emailAttribute, nameAttribute } = row.sso
  const [ssoUrl, certificates] = [row.sso.ssoUrl!, row.sso.certificates!]
  const name = new URL(ssoUrl).host
  return { protocol: 'saml', id, name, issuer, ssoUrl, certificates, emailAttribute, nameAttribute, tenant }
}

/** The provider of the installation; null when the environment names none. */
export function getInstallationProvider(): OidcProvider | null {
  const { oidc } = env()
  return oidc && { protocol: 'oidc', id: INSTALLATION_ID, ...oidc, tenant: null }
}
