import { eq } from 'drizzle-orm'
import { signingServices } from '#db/schema/keys'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { decrypt, encrypt } from '#lib/core/secretbox'
import type { ServiceAccess } from './client.ts'
import type { SigningServiceRecord } from './schema.ts'

export type SigningServiceRow = typeof signingServices.$inferSelect

const PURPOSE = 'signing service client secret'

/** The client secret for the table, bound to its tenant. */
export function encryptClientSecret(tenantId: number, secret: string): Buffer {
  return encrypt(PURPOSE, Buffer.from(secret), String(tenantId))
}

/** The remote signing service of the tenant; null when none is set. */
export async function findSigningService(
  reader: Pick<Reader, 'select'>,
  { tenantId }: Pick<Ctx, 'tenantId'>,
): Promise<SigningServiceRow | null> {
  const [row] = await reader.select().from(signingServices).where(eq(signingServices.tenantId, tenantId))
  return row ?? null
}

export function toAccess({ tenantId, url, clientId, clientSecret }: SigningServiceRow): ServiceAccess {
  return { url, clientId, clientSecret: decrypt(PURPOSE, clientSecret, String(tenantId)).toString() }
}

/** Where the provider sends signers back to. */
export function getCallbackUrl(): string {
  return `${env().appUrl}/sign/provider`
}

export function presentSigningService(row: SigningServiceRow | null): SigningServiceRecord {
  return {
    url: row?.url ?? null,
    name: row?.label ?? null,
    client_id: row?.clientId ?? null,
    credential_mode: row?.credentialMode ?? null,
    callback_url: getCallbackUrl(),
    updated_at: row?.updatedAt.toISOString() ?? null,
  }
}
