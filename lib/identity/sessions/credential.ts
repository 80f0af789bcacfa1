import { and, eq, isNull } from 'drizzle-orm'
import { apiKeys, sessions, users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
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
  await write(ctx, (tx) => lockCredential(tx, ctx))
}

/**
 * Locks the credential of a request against its end until the transaction ends, for a change that outlasts it, like a
 * new key. Call it before other locks but that of the tenant: what ends credentials locks the tenant, the user, and then
 * the session or key.
 * @throws AppError `token_revoked` or `unauthenticated` after the end, `forbidden` when the user has another role now
 */
export async function lockCredential(tx: Tx, ctx: Ctx): Promise<void> {
  const { tenantId, actor } = ctx
  const user = actor.type === 'api_key' ? actor.creator : actor.type === 'user' ? actor : null
  // Who follows a link has no session.
  if (!user || (actor.type === 'user' && actor.sessionId === 0)) return
  const isActive = and(eq(users.tenantId, tenantId), eq(users.id, user.id), isNull(users.deletedAt))
  // As strong as a change of the user, which may follow.
  const [row] = await tx.select({ role: users.role }).from(users).where(isActive).for('no key update')
  if (!row) throw unknownCredential()
  if (actor.type === 'api_key') await lockKey(tx, tenantId, actor.id)
  if (actor.type === 'user') await lockSession(tx, tenantId, actor.sessionId)
  if (row.role !== user.role) throw forbidden()
}

async function lockKey(tx: Tx, tenantId: number, id: number): Promise<void> {
  const isKey = and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id))
  const [key] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(isKey).for('share')
  if (!key) throw unknownCredential()
}

async function lockSession(tx: Tx, tenantId: number, id: number): Promise<void> {
  const isSession = and(eq(sessions.tenantId, tenantId), eq(sessions.id, id))
  const columns = { kind: sessions.kind, revokedAt: sessions.revokedAt }
  const [session] = await tx.select(columns).from(sessions).where(isSession).for('share')
  if (session && session.revokedAt === null) return
  throw session?.kind === 'token' ? tokenRevoked() : unknownCredential()
}
