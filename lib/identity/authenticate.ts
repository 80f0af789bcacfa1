import { and, eq, isNull } from 'drizzle-orm'
import { type Found, findApiKey, findSession } from '#db/doors'
import { apiKeys, sessions, users } from '#db/schema/identity'
import { read } from '#db/tenant'
import { inRanges, parseRange } from '#lib/core/addresses'
import type { Ctx, Visit } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { tokenExpired, tokenRevoked, unknownCredential } from './refusals.ts'
import { judgeSession } from './rules.ts'

/** From a bearer credential, an access token or an API key, to the context it works in. */
export function authenticateBearer(token: string, visit: Visit): Promise<Ctx> {
  return /^psk_(live|test)_/.test(token) ? byKey(token, visit) : byToken(token, visit)
}

/** From the dashboard's session id to its context; null when there is no such session any more. */
export async function authenticateSession(sid: string, visit: Visit): Promise<Ctx | null> {
  const row = await sessionOf(sid)
  if (row?.session.kind !== 'dashboard' || judgeSession(row.session, visit.now) !== 'live') return null
  return userCtx(row, visit)
}

async function byToken(token: string, visit: Visit): Promise<Ctx> {
  const row = await sessionOf(token)
  if (row?.session.kind !== 'token') throw unknownCredential()
  const verdict = judgeSession(row.session, visit.now)
  if (verdict === 'dead') throw tokenRevoked()
  if (verdict === 'expired') throw tokenExpired()
  return userCtx(row, visit)
}

async function sessionOf(secret: string) {
  const found = await findSession(sha256Hex(secret))
  if (!found) return null
  const [row] = await read(found, (reader) =>
    reader
      .select({ session: sessions, user: users })
      .from(sessions)
      .innerJoin(users, and(eq(users.tenantId, sessions.tenantId), eq(users.id, sessions.userId)))
      .where(and(eq(sessions.tenantId, found.tenantId), eq(sessions.id, found.id), isNull(users.deletedAt))),
  )
  return row ?? null
}

type SessionAndUser = NonNullable<Awaited<ReturnType<typeof sessionOf>>>

function userCtx({ session, user }: SessionAndUser, visit: Visit): Ctx {
  const { id, name, role, locale } = user
  return {
    ...visit,
    tenantId: session.tenantId,
    actor: { type: 'user', id, name, email: user.email ?? '', role, sessionId: session.id },
    testMode: session.testMode,
    locale,
  }
}

async function byKey(token: string, visit: Visit): Promise<Ctx> {
  const found = await findApiKey(sha256Hex(token))
  const row = found && (await keyOf(found))
  if (!row) throw unknownCredential()
  const { key, creator } = row
  if (key.expiresAt && key.expiresAt <= visit.now)
    throw new AppError('api_key_expired', 'The API key has expired.')
  if (!comesFrom(key.allowedIps, visit.address))
    throw new AppError('ip_not_allowed', 'The API key does not work from this address.')
  const { id, name, scopes, testMode, tenantId } = key
  const { email, ...person } = creator
  return {
    ...visit,
    tenantId,
    actor: { type: 'api_key', id, name, scopes, creator: { ...person, email: email ?? '' } },
    testMode,
  }
}

/** The key with its creator, who must still be there: a deleted user's keys have ended. */
async function keyOf({ tenantId, id }: Found) {
  const creator = { id: users.id, name: users.name, email: users.email, role: users.role }
  const [row] = await read({ tenantId }, (reader) =>
    reader
      .select({ key: apiKeys, creator })
      .from(apiKeys)
      .innerJoin(users, and(eq(users.tenantId, apiKeys.tenantId), eq(users.id, apiKeys.createdBy)))
      .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id), isNull(users.deletedAt))),
  )
  return row ?? null
}

function comesFrom(allowed: string[], address: string | null): boolean {
  if (allowed.length === 0) return true
  const ranges = allowed.map(parseRange).filter((range) => range !== null)
  return address !== null && inRanges(address, ranges)
}
