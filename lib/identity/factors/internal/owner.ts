import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Tx } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, notFound } from '#lib/core/errors'
import type { UserRow } from '#lib/identity/present'
import { activeUsers } from '#lib/identity/users/internal/users'

/** The user who owns a factor. */
export interface FactorOwner {
  tenantId: number
  userId: number
}

/** The signed-in user as the owner of factors. @throws AppError `forbidden` for others */
export function ownerOf({ tenantId, actor }: Ctx): FactorOwner & { sessionId: number } {
  if (actor.type !== 'user') throw forbidden()
  return { tenantId, userId: actor.id, sessionId: actor.sessionId }
}

/** Finds and locks the active user, so that changes and proofs of their factors run one after the other. */
export async function lockUser(tx: Tx, owner: FactorOwner): Promise<UserRow> {
  const user = await lockUserIfActive(tx, owner)
  if (!user) throw notFound()
  return user
}

/** Like `lockUser`; null for a user who was deleted meanwhile. */
export async function lockUserIfActive(tx: Tx, { tenantId, userId }: FactorOwner): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(activeUsers({ tenantId }), eq(users.id, userId)))
    .for('no key update')
  return user ?? null
}
