import { and, eq } from 'drizzle-orm'
import { userIdentities } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { endLogins } from '../sessions/internal/sessions.ts'
import { requireCanManage } from '../users/internal/managed-roles.ts'
import { findActiveUser, lockUsers } from '../users/internal/users.ts'

/**
 * Ends the links of a user to accounts at identity providers, and the sessions, which may have been opened through
 * them. The next sign-in links the user by the address, as the first one did.
 * @returns how many links there were
 */
export async function unlinkUser(ctx: Ctx, id: number): Promise<number> {
  authorize(ctx, 'user.unlink_provider')
  const { tenantId } = ctx
  return write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    requireCanManage(ctx, await findActiveUser(tx, ctx, id))
    const links = await tx
      .delete(userIdentities)
      .where(and(eq(userIdentities.tenantId, tenantId), eq(userIdentities.userId, id)))
      .returning({ issuer: userIdentities.issuer, subject: userIdentities.subject })
    if (links.length > 0) await endLogins(tx, { tenantId, userId: id }, ctx.now)
    for (const link of links) {
      const data = { user_id: id, ...link }
      await record(tx, ctx, { type: 'user.identity_unlinked', subject: { user: id }, data })
    }
    return links.length
  })
}
