import { and, eq, isNull } from 'drizzle-orm'
import { apiKeys, sessions, users } from '#db/schema/identity'
import { type Reader, read, type Tx } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { tokenRevoked, unknownCredential } from '../refusals.ts'

/** A body that is sent at once is read within this time after the request began. */
const PROMPT_MILLISECONDS = 1000

/**
 * Refuses a request whose credential has ended while its body was read, where that took long. A token that expired or
 * was refreshed meanwhile is accepted: an upload may take minutes.
 * @throws AppError as `lockCredential` does
 */
export async function assertCredential(ctx: Ctx): Promise<void> {
  const isPrompt = now().getTime() - ctx.now.getTime() <= PROMPT_MILLISECONDS
  if (isPrompt || !getActingUser(ctx)) return
  await read(ctx, (reader) => check(reader, ctx, false))
}

/**
 * Locks the credential of a request against its end until the transaction ends, for a change that outlasts it, like a
 * new key. Call it before other locks but that of the tenant: who locks several of them locks the tenant, the user, the
 * session or key, and then the trail.
 * @throws AppError `token_revoked` or `unauthenticated` after the end, `forbidden` when the user has another role now
 */
export async function lockCredential(tx: Tx, ctx: Ctx): Promise<void> {
  await check(tx, ctx, true)
}

async function check(reader: Reader, ctx: Ctx, locks: boolean): Promise<void> {
  const { tenantId, actor } = ctx
  const user = actor.type === 'api_key' ? actor.creator : actor.type === 'user' ? actor : null
  // Who follows a link has no session.
  if (!user || (actor.type === 'user' && actor.sessionId === 0)) return
  const isActive = and(eq(users.tenantId, tenantId), eq(users.id, user.id), isNull(users.deletedAt))
  const found = reader.select({ role: users.role }).from(users).where(isActive)
  // As strong as a change of the user, which may follow.
  const [row] = await (locks ? found.for('no key update') : found)
  if (!row) throw unknownCredential()
  if (actor.type === 'api_key') await checkKey(reader, tenantId, actor.id, locks)
  if (actor.type === 'user') await checkSession(reader, tenantId, actor.sessionId, locks)
  if (row.role !== user.role) throw forbidden()
}

async function checkKey(reader: Reader, tenantId: number, id: number, locks: boolean): Promise<void> {
  const isKey = and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id))
  const found = reader.select({ id: apiKeys.id }).from(apiKeys).where(isKey)
  // A key ends by its deletion; the time of its use is written by one statement for the keys of all tenants.
  const [key] = await (locks ? found.for('key share') : found)
  if (!key) throw unknownCredential()
}

async function checkSession(reader: Reader, tenantId: number, id: number, locks: boolean): Promise<void> {
  const isSession = and(eq(sessions.tenantId, tenantId), eq(sessions.id, id))
  const columns = { kind: sessions.kind, revokedAt: sessions.revokedAt }
  const found = reader.select(columns).from(sessions).where(isSession)
  const [session] = await (locks ? found.for('share') : found)
  if (session && session.revokedAt === null) return
  throw session?.kind === 'token' ? tokenRevoked() : unknownCredential()
}
