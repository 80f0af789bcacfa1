import { type ApiKeyRef, findApiKey, findSession, type SessionRef } from '#db/tenancy/cross-tenant'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { inRanges, parseRange } from '#lib/core/network/addresses'
import { tokenExpired, tokenRevoked, unknownCredential } from '../refusals.ts'
import { sessionState } from '../rules.ts'
import { recordSessionUse } from './internal/sessions.ts'

/** Creates the context of a bearer credential: an access token or an API key. */
export function authenticateBearer(token: string, requestMeta: RequestMeta): Promise<Ctx> {
  return /^psk_(live|test)_/.test(token)
    ? authenticateApiKey(token, requestMeta)
    : authenticateToken(token, requestMeta)
}

/** Creates the context of a dashboard session; null when the session has ended. */
export async function authenticateSession(
  cookieToken: string,
  requestMeta: RequestMeta,
): Promise<Ctx | null> {
  const session = await findSession(sha256Hex(cookieToken))
  if (session?.kind !== 'dashboard' || sessionState(session, requestMeta.now) !== 'live') return null
  return userCtx(session, requestMeta)
}

async function authenticateToken(token: string, requestMeta: RequestMeta): Promise<Ctx> {
  const session = await findSession(sha256Hex(token))
  if (session?.kind !== 'token') throw unknownCredential()
  const state = sessionState(session, requestMeta.now)
  if (state === 'dead') throw tokenRevoked()
  if (state === 'expired') throw tokenExpired()
  return userCtx(session, requestMeta)
}

async function userCtx(session: SessionRef, requestMeta: RequestMeta): Promise<Ctx> {
  await recordSessionUse(session, requestMeta.now)
  const { id: sessionId, tenantId, testMode, authenticatedAt, mustSetUpFactor } = session
  const { unconfirmed, suspended } = session
  const { locale, ...person } = session.user
  const actor = { type: 'user' as const, ...person, sessionId, authenticatedAt }
  return { ...requestMeta, tenantId, actor, testMode, locale, unconfirmed, suspended, mustSetUpFactor }
}

async function authenticateApiKey(token: string, requestMeta: RequestMeta): Promise<Ctx> {
  const key = await findCurrentKey(sha256Hex(token), requestMeta.now)
  if (!isAllowedIp(key.allowedIps, requestMeta.address))
    throw new AppError('ip_not_allowed', 'The API key is not allowed from this IP address.')
  return apiKeyCtx(key, requestMeta)
}

/**
 * Creates the context of the API key with this SHA-256, for someone to whom it gave a part of its rights: from any IP
 * address.
 */
export async function authenticateKeyHash(keyHash: string, requestMeta: RequestMeta): Promise<Ctx> {
  return apiKeyCtx(await findCurrentKey(keyHash, requestMeta.now), requestMeta)
}

async function findCurrentKey(keyHash: string, now: Date): Promise<ApiKeyRef> {
  const key = await findApiKey(keyHash)
  if (!key) throw unknownCredential()
  if (key.expiresAt && key.expiresAt <= now) throw new AppError('api_key_expired', 'The API key has expired.')
  return key
}

function apiKeyCtx(key: ApiKeyRef, requestMeta: RequestMeta): Ctx {
  const { id, name, scopes, testMode, tenantId, unconfirmed, suspended } = key
  const { locale: _, ...creator } = key.user
  return {
    ...requestMeta,
    tenantId,
    actor: { type: 'api_key', id, name, scopes, creator },
    testMode,
    unconfirmed,
    suspended,
  }
}

/** Whether a key may be used from the IP address. */
export function isAllowedIp(allowedIps: string[], ip: string | null): boolean {
  if (allowedIps.length === 0) return true
  const ranges = allowedIps.map(parseRange).filter((range) => range !== null)
  return ip !== null && inRanges(ip, ranges)
}
