import { eq } from 'drizzle-orm'
import { ssoProviders } from '#db/schema/identity-sign-in'
import type { Reader } from '#db/tenancy/tenant'
import { decrypt, encrypt } from '#lib/core/secretbox'
import { callbackUrl, getProviderHandle, metadataUrl, signInUrl } from '../links.ts'
import { describeCertificate } from '../saml/certificates.ts'
import type { SsoRecord } from '../schema.ts'

export type SsoRow = typeof ssoProviders.$inferSelect

const PURPOSE = 'sso client secret'

/** The client secret for the table, bound to its tenant. */
export function encryptClientSecret(tenantId: number, secret: string): Buffer {
  return encrypt(PURPOSE, Buffer.from(secret), String(tenantId))
}

export function decryptClientSecret(tenantId: number, clientSecret: Uint8Array): string {
  return decrypt(PURPOSE, clientSecret, String(tenantId)).toString()
}

/** The provider of the tenant; null when none is set. */
export async function findSso(reader: Pick<Reader, 'select'>, tenantId: number): Promise<SsoRow | null> {
  const [row] = await reader.select().from(ssoProviders).where(eq(ssoProviders.tenantId, tenantId))
  return row ?? null
}

/** The API record, without the client secret. */
export function presentSso(tenantId: number, row: SsoRow | null): SsoRecord {
  const handle = getProviderHandle(tenantId)
  return {
    protocol: row?.protocol ?? 'oidc',
    issuer: row?.issuer ?? null,
    client_id: row?.clientId ?? null,
    sso_url: row?.ssoUrl ?? null,
    certificates: (row?.certificates ?? []).map(describeCertificate),
    email_attribute: row?.emailAttribute ?? null,
    name_attribute: row?.nameAttribute ?? null,
    domains: row?.domains ?? [],
    enforced: row?.enforced ?? false,
    create_users: row?.createUsers ?? false,
    trusts_second_factor: row?.trustsSecondFactor ?? false,
    default_role: row?.defaultRole === 'viewer' ? 'viewer' : 'user',
    sign_in_url: signInUrl(handle),
    callback_url: callbackUrl(handle),
    metadata_url: metadataUrl(handle),
    updated_at: row?.updatedAt.toISOString() ?? null,
  }
}
