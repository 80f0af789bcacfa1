import { and, eq } from 'drizzle-orm'
import { sessions, users } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError, forbidden, notFound } from '#lib/core/errors'
import type { UserRow } from '#lib/identity/present'
import { lockCredential } from '#lib/identity/sessions/credential'
import { whereActiveUser } from '#lib/identity/users/internal/users'
import { isRecent, REAUTHENTICATION_MINUTES } from '#lib/policy'

/** The user who owns a factor. */
export interface FactorOwner {
  tenantId: number
  userId: number
}

/** The signed-in user as the owner of factors. @throws AppError `forbidden` for others */
export function getFactorOwner({ tenantId, actor }: Ctx): FactorOwner & { sessionId: number } {
  if (actor.type !== 'user') throw forbidden()
  return { tenantId, userId: actor.id, sessionId: actor.sessionId }
}

/** Finds and locks the active user, so that changes and proofs of their factors run one after the other. */
export async function lockUser(tx: Tx, owner: FactorOwner): Promise<UserRow> {
  const user = await lockUserIfActive(tx, owner)
  if (!user) throw notFound()
  return user
}

/** Locks the signed-in user, who changes their own factors, and the session. */
export async function lockFactorOwner(tx: Tx, ctx: Ctx): Promise<UserRow> {
  const user = await lockUser(tx, getFactorOwner(ctx))
  await lockCredential(tx, ctx)
  return user
}

/** Like `lockUser`; null for a user who was deleted meanwhile. */
export async function lockUserIfActive(tx: Tx, { tenantId, userId }: FactorOwner): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(whereActiveUser({ tenantId }), eq(users.id, userId)))
    .for('no key update')
  return user ?? null
}

/**
 * Refuses a change of the factors of a locked user who has one, unless the session has proved it recently: at its
 * sign-in is not enough, as a thief of the session could then remove the factor.
 * @throws AppError `reauthentication_required`
 */
export async function requireConfirmedFactor(tx: Tx, ctx: Ctx, user: UserRow): Promise<void> {
  if (!user.secondFactor) return
  const { tenantId, sessionId } = getFactorOwner(ctx)
  const [session] = await tx
    .select({ at: sessions.factorConfirmedAt })
    .from(sessions)
    .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, sessionId)))
  if (session?.at && isRecent(session.at, ctx.now)) return
  throw new AppError(
    'reauthentication_required',
    `Confirm your second factor with POST /api/v1/auth/reauthenticate: it was not confirmed in the last ${REAUTHENTICATION_MINUTES} minutes.`,
  )
}
