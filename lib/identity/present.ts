import type { apiKeys, users } from '#db/schema/identity'
import type { ApiKeyRecord } from './api-keys/schema.ts'
import { ACCESS_TOKEN_SECONDS, userStatus } from './rules.ts'
import type { LoginRecord, UserRecord } from './schema.ts'
import { presentNotifications } from './users/notifications.ts'

export type UserRow = typeof users.$inferSelect

/** The result of a login. */
export interface LoginResult {
  token: string
  user: { id: number; name: string; email: string }
}

/** The result of a sign-in. */
export interface SignInResult extends LoginResult {
  /** The OpenID provider through which it began; null after the password. */
  issuer: string | null
}

/** The response of login, refresh and sign-up. */
export function presentLogin({ token, user }: LoginResult): LoginRecord {
  const { id, name, email } = user
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    user: { id, name, email },
  }
}

/** The API record of a user. */
export function presentUser(row: UserRow, now: Date): UserRecord {
  const isLinkValid = row.addressExpiresAt !== null && row.addressExpiresAt > now
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? '',
    // After a sign-up, both are the same until the address is confirmed.
    pending_email: isLinkValid && row.pendingEmail !== row.email ? row.pendingEmail : null,
    role: row.role,
    status: userStatus(row),
    locale: row.locale,
    notifications: presentNotifications(row.mutedEmails),
    second_factor: row.secondFactor,
    last_login_at: row.lastLoginAt?.toISOString() ?? null,
    invitation_expires_at: row.invitationExpiresAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }
}

/** The API record of an API key, without the key itself. */
export function presentApiKey(row: typeof apiKeys.$inferSelect, creatorName: string): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    prefix: row.testMode ? 'psk_test_' : 'psk_live_',
    last_four: row.lastFour,
    scopes: row.scopes,
    allowed_ips: row.allowedIps,
    test_mode: row.testMode,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    expires_at: row.expiresAt?.toISOString() ?? null,
    created_by: { id: row.createdBy, name: creatorName },
    created_at: row.createdAt.toISOString(),
  }
}
