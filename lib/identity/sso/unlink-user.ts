import { and, eq } from 'drizzle-orm'
import { userIdentities } from '#db/schema/identity-sign-in'
import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { endLogins } from '../sessions/internal/sessions.ts'
import { requireCanManage } from '../users/internal/managed-roles.ts'
import { findActiveUser, lockUsers } from '../users/internal/users.ts'
import { deleteLinks } from './internal/delete-links.ts'

/**
 * Ends the links of a user to accounts at identity providers, and the sessions, which may have been opened through
 * them. The next sign-in links the user by the address, as the first one did.
 * @returns how many links there were
 */
export async function unlinkUser(ctx: Ctx, id: number): Promise<number> {
  authorize(ctx, 'user.unlink_provider')
  const unlink = async (tx: Tx) => {
    await lockUsers(tx, ctx)
    requireCanManage(ctx, await findActiveUser(tx, ctx, id))
    const ofUser = and(eq(userIdentities.tenantId, ctx.tenantId), eq(userIdentities.userId, id))
    const [link] = await tx.select({ id: userIdentities.id }).from(userIdentities).where(ofUser).limit(1)
    if (!link) return 0
    // Sessions before the trail of their user, as where a session ends.
    await endLogins(tx, { tenantId: ctx.tenantId, userId: id }, ctx.now)
    return deleteLinks(tx, ctx, ofUser)
  }
  // Where it is the user's own, the session may be refreshed at the same time.
  return write(ctx, unlink, { deadlockRetries: 1 })
}
