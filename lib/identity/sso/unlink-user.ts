import { eq } from 'drizzle-orm'
import { userIdentities } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
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
  return write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    requireCanManage(ctx, await findActiveUser(tx, ctx, id))
    const count = await deleteLinks(tx, ctx, eq(userIdentities.userId, id))
    if (count > 0) await endLogins(tx, { tenantId: ctx.tenantId, userId: id }, ctx.now)
    return count
  })
}
