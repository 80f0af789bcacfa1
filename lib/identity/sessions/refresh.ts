import { and, eq } from 'drizzle-orm'
import { sessions, users } from '#db/schema/identity'
import { findSession, type SessionRef, type TenantRef } from '#db/tenancy/cross-tenant'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { now, secondsUntil } from '#lib/core/clock'
import type { RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { type LoginResult, presentLogin } from '../present.ts'
import { tokenExpired, tokenRevoked, unknownCredential } from '../refusals.ts'
import { isIdle, LOGIN_SECONDS, sessionState } from '../rules.ts'
import type { LoginRecord } from '../schema.ts'
import { makeSignInCtx } from './internal/failed-sign-in.ts'
import { endSessionFamily, lockSessionFamily, nextToken, rotateSession } from './internal/sessions.ts'

/**
 * Exchanges an access token, expired or not, for the next one of its login; the old one is revoked. Reuse of a revoked
 * token means that it was stolen, so the whole login ends, unless the request began before the revocation: concurrent
 * refreshes get the same new token.
 */
export async function refreshLogin(requestMeta: RequestMeta, token: string): Promise<LoginRecord> {
  const sessionRef = await findSession(sha256Hex(token))
  if (!sessionRef) throw unknownCredential()
  // An error is thrown after the transaction, so that the end of a stolen login is committed.
  const replace = (tx: Tx) => replaceToken(tx, requestMeta, sessionRef, token)
  const outcome = await write({ ...sessionRef, claim: requestMeta.claim }, replace, { deadlockRetries: 1 })
  if (outcome instanceof AppError) throw outcome
  return presentLogin(outcome)
}

/** Replaces the token. Errors are returned, not thrown, so that the changes made before them are committed. */
async function replaceToken(
  tx: Tx,
  requestMeta: RequestMeta,
  sessionRef: SessionRef,
  token: string,
): Promise<LoginResult | AppError> {
  const family = (await sessionAndUser(tx, sessionRef)).session.family
  await lockSessionFamily(tx, family)
  const { session, user } = await sessionAndUser(tx, sessionRef)
  if (session.kind !== 'token') return unknownCredential()
  const resultWith = (newToken: string) => ({ token: newToken, user: { ...user, email: user.email ?? '' } })
  if (session.revokedAt || user.deletedAt) return tokenRevoked()
  // A concurrent refresh, which began before the replacement, gets the same new token.
  if (session.replacedAt && requestMeta.now < session.replacedAt) {
    return (await isLive(tx, sessionRef, nextToken(token), requestMeta))
      ? resultWith(nextToken(token))
      : tokenRevoked()
  }
  // A later reuse: the token was stolen.
  if (session.replacedAt) {
    await endSessionFamily(tx, sessionRef.tenantId, family, requestMeta.now)
    await record(tx, makeSignInCtx(requestMeta, sessionRef.tenantId), {
      type: 'user.signed_out',
      subject: { user: user.id },
      data: { user_id: user.id, session: 'token', reason: 'token_reused' },
    })
    return tokenRevoked()
  }
  const isOver = secondsUntil(session.refreshableUntil, requestMeta.now, LOGIN_SECONDS) === 0
  if (isOver || isIdle(sessionRef, requestMeta.now))
    return tokenExpired('Your session has ended. Sign in again.')
  const rotated = await rotateSession(tx, requestMeta, token, session)
  // The current time, not that of the request: requests that arrived while this one waited for the lock count as
  // concurrent.
  await tx
    .update(sessions)
    .set({ replacedAt: now() })
    .where(and(eq(sessions.tenantId, sessionRef.tenantId), eq(sessions.id, sessionRef.id)))
  return resultWith(rotated.token)
}

async function sessionAndUser(tx: Tx, { tenantId, id }: TenantRef) {
  const person = { id: users.id, name: users.name, email: users.email, deletedAt: users.deletedAt }
  const [row] = await tx
    .select({ session: sessions, user: person })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.id, sessions.userId)))
    .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, id)))
  if (!row) throw unknownCredential()
  return row
}

async function isLive(
  tx: Tx,
  { tenantId, idleMinutes }: SessionRef,
  token: string,
  requestMeta: RequestMeta,
): Promise<boolean> {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.tenantId, tenantId), eq(sessions.tokenHash, sha256Hex(token))))
  return session !== undefined && sessionState({ ...session, idleMinutes }, requestMeta.now) === 'live'
}
