import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { userStatus } from '../rules.ts'
import { requireCanManage } from '../users/internal/managed-roles.ts'
import { findActiveUser, invite, lockUsers, startPasswordReset } from '../users/internal/users.ts'

/** Emails a user a link to choose a new password; an invited user is invited again. */
export async function sendReset(ctx: Ctx, id: number): Promise<{ message: string }> {
  authorize(ctx, 'user.invite')
  const { email } = await write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    const user = await findActiveUser(tx, ctx, id)
    requireCanManage(ctx, user)
    return userStatus(user) === 'invited' ? invite(tx, ctx, user) : startPasswordReset(tx, ctx, user)
  })
  return { message: `We have sent ${email} a link to choose a password.` }
}
