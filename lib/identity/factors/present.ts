import type { passkeys, totpSecrets } from '#db/schema/identity-sign-in'
import type { PasskeyRecord, TotpRecord } from './schema.ts'

/** The API record of an authenticator app, without its secret. */
export function presentTotp(row: Pick<typeof totpSecrets.$inferSelect, 'confirmedAt'> | null): TotpRecord {
  const confirmedAt = row?.confirmedAt ?? null
  return {
    status: confirmedAt ? 'active' : row ? 'pending' : 'none',
    confirmed_at: confirmedAt?.toISOString() ?? null,
  }
}

/** The API record of a passkey. */
export function presentPasskey(row: typeof passkeys.$inferSelect): PasskeyRecord {
  return {
    id: row.id,
    name: row.name,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }
}
