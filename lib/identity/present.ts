import { asc, inArray } from 'drizzle-orm'
import type { apiKeys, users } from '#db/schema/identity'
import { userIdentities } from '#db/schema/identity-sign-in'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { ApiKeyRecord } from './api-keys/schema.ts'
import { ACCESS_TOKEN_SECONDS, isAddressPending, userStatus } from './rules.ts'
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
  /** Whether the address of the account is confirmed: then the browser may become a known device. */
  emailConfirmed: boolean
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
export async function presentUser(reader: Reader, ctx: Ctx, row: UserRow): Promise<UserRecord> {
  const [user] = await presentUsers(reader, ctx, [row])
  return user!
}

/** The API records of users of one tenant, in the order of `rows`. */
export async function presentUsers(reader: Reader, { now }: Ctx, rows: UserRow[]): Promise<UserRecord[]> {
  const { userId, issuer, id } = userIdentities
  const links = await reader
    .select({ userId, issuer })
    .from(userIdentities)
    .where(
      inArray(
        userId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(id))
  const linksByUser = Map.groupBy(links, (link) => link.userId)
  return rows.map((row) => toUserRecord(row, linksByUser.get(row.id) ?? [], now))
}

function toUserRecord(row: UserRow, links: { issuer: string }[], now: Date): UserRecord {
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? '',
    // After a sign-up, both are the same until the address is confirmed.
    pending_email:
      isAddressPending(row.addressExpiresAt, now) && row.pendingEmail !== row.email ? row.pendingEmail : null,
    role: row.role,
    status: userStatus(row),
    locale: row.locale,
    notifications: presentNotifications(row.mutedEmails),
    second_factor: row.secondFactor,
    provider_links: links.map(({ issuer }) => ({ issuer })),
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
