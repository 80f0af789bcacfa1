import { and, eq, gt, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import { sessions, tenants } from '#db/schema/identity'
import { factorChallenges } from '#db/schema/identity-sign-in'
import type { SessionRef } from '#db/tenancy/cross-tenant'
import { type Tx, write } from '#db/tenancy/tenant'
import { addSeconds, earliest, MAX_OFFSET_SECONDS } from '#lib/core/clock'
import type { RequestMeta } from '#lib/core/ctx'
import { hmacHex, randomToken, sha256Hex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { lockUserIfActive } from '#lib/identity/factors/internal/owner'
import { ACCESS_TOKEN_SECONDS, LOGIN_SECONDS, SESSION_USE_SECONDS } from '#lib/identity/rules'

export type SessionRow = typeof sessions.$inferSelect

/** Separates the advisory locks on session families from others. */
const FAMILY_LOCK = 7

/** A new session with its token, of which only the hash is stored. */
interface IssuedSession {
  token: string
  sessionId: number
}

/**
 * Creates the first session of a login, and deletes the sessions of the user's ended logins. The sessions of a login
 * are a family, to which each refresh adds one.
 */
export async function openSession(
  tx: Tx,
  requestMeta: RequestMeta,
  {
    tenantId,
    userId,
    kind,
    factorConfirmedAt,
    sessionEndsAt,
  }: Pick<SessionRow, 'tenantId' | 'userId' | 'kind' | 'factorConfirmedAt'> & { sessionEndsAt?: Date | null },
): Promise<IssuedSession> {
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.tenantId, tenantId),
        eq(sessions.userId, userId),
        lt(sessions.refreshableUntil, requestMeta.now),
      ),
    )
  const loginEndsAt = earliest(addSeconds(requestMeta.now, LOGIN_SECONDS), sessionEndsAt)
  return insertSession(tx, requestMeta, randomToken(), {
    tenantId,
    userId,
    kind,
    family: randomToken(16),
    testMode: false,
    authenticatedAt: requestMeta.now,
    factorConfirmedAt,
    expiresAt:
      kind === 'token'
        ? earliest(addSeconds(requestMeta.now, ACCESS_TOKEN_SECONDS), sessionEndsAt)
        : loginEndsAt,
    refreshableUntil: loginEndsAt,
  })
}

/**
 * Creates the session that follows `oldSession`. Its token is derived from the old one, so that concurrent refreshes
 * of one token get the same response and the login has one active session.
 */
export function rotateSession(
  tx: Tx,
  requestMeta: RequestMeta,
  oldToken: string,
  oldSession: SessionRow,
): Promise<IssuedSession> {
  const { tenantId, userId, kind, family, testMode, refreshableUntil, authenticatedAt, factorConfirmedAt } =
    oldSession
  return insertSession(tx, requestMeta, nextToken(oldToken), {
    tenantId,
    userId,
    kind,
    family,
    testMode,
    authenticatedAt,
    factorConfirmedAt,
    expiresAt: earliest(addSeconds(requestMeta.now, ACCESS_TOKEN_SECONDS), refreshableUntil),
    refreshableUntil,
  })
}

/** The token that a refresh of `token` gives; it cannot be derived without the installation key. */
export function nextToken(token: string): string {
  return Buffer.from(hmacHex(deriveKey('access token refresh'), token), 'hex').toString('base64url')
}

/** Locks a login's family of sessions, so that none is created while the family ends. */
export async function lockSessionFamily(tx: Tx, family: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${family}, ${FAMILY_LOCK}))`)
}

/** Stores when a session was last used, at most once a minute: most requests write nothing. */
export async function recordSessionUse({ tenantId, id, lastUsedAt }: SessionRef, time: Date): Promise<void> {
  if (time < addSeconds(lastUsedAt, SESSION_USE_SECONDS)) return
  await write({ tenantId }, (tx) =>
    tx
      .update(sessions)
      .set({ lastUsedAt: time })
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, id), lt(sessions.lastUsedAt, time))),
  )
}

/** The condition for the current session of each active login of a user: it can still be used or refreshed. */
export function isActiveLogin({ tenantId, userId }: Pick<SessionRow, 'tenantId' | 'userId'>, time: Date) {
  return and(
    eq(sessions.tenantId, tenantId),
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    isNull(sessions.replacedAt),
    gt(sessions.refreshableUntil, time),
    lte(sessions.refreshableUntil, addSeconds(time, LOGIN_SECONDS + MAX_OFFSET_SECONDS)),
    notExists(
      sql`(select from ${tenants} where ${tenants.id} = ${sessions.tenantId}
        and ${tenants.sessionIdleMinutes} is not null
        and ${time.toISOString()}::timestamptz not between ${sessions.lastUsedAt} - make_interval(secs => ${MAX_OFFSET_SECONDS})
          and ${sessions.lastUsedAt} + make_interval(mins => ${tenants.sessionIdleMinutes}))`,
    ),
  )
}

/** Ends every active session of one login. */
export async function endSessionFamily(tx: Tx, tenantId: number, family: string, time: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: time })
    .where(and(eq(sessions.tenantId, tenantId), eq(sessions.family, family), isNull(sessions.revokedAt)))
}

/**
 * Ends every login of a user, except the one of `exceptFamily`, and those waiting for a second factor. The user is locked
 * before the sessions, as where others end or begin; call it before the trail of the user is written.
 */
export async function endLogins(
  tx: Tx,
  { tenantId, userId }: Pick<SessionRow, 'tenantId' | 'userId'>,
  time: Date,
  exceptFamily: string | null = null,
): Promise<void> {
  await lockUserIfActive(tx, { tenantId, userId })
  await tx
    .delete(factorChallenges)
    .where(
      and(
        eq(factorChallenges.tenantId, tenantId),
        eq(factorChallenges.userId, userId),
        eq(factorChallenges.purpose, 'sign_in'),
      ),
    )
  const active = await tx
    .selectDistinct({ family: sessions.family })
    .from(sessions)
    .where(and(eq(sessions.tenantId, tenantId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .orderBy(sessions.family)
  for (const { family } of active.filter((login) => login.family !== exceptFamily)) {
    await lockSessionFamily(tx, family)
    await endSessionFamily(tx, tenantId, family, time)
  }
}

type NewSession = Pick<
  SessionRow,
  | 'tenantId'
  | 'userId'
  | 'kind'
  | 'family'
  | 'testMode'
  | 'authenticatedAt'
  | 'factorConfirmedAt'
  | 'expiresAt'
  | 'refreshableUntil'
>

async function insertSession(
  tx: Tx,
  requestMeta: RequestMeta,
  token: string,
  session: NewSession,
): Promise<IssuedSession> {
  const { now: createdAt, address, userAgent } = requestMeta
  const [row] = await tx
    .insert(sessions)
    .values({
      ...session,
      tokenHash: sha256Hex(token),
      lastUsedAt: createdAt,
      createdAt,
      address,
      userAgent,
    })
    .returning({ id: sessions.id })
  return { token, sessionId: row!.id }
}
