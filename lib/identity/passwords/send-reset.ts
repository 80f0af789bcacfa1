import { write } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { requireCanManage } from '../api-keys/internal/api-key-limits.ts'
import { userStatus } from '../rules.ts'
import { findActiveUser, invite, lockUsers, startRecovery } from '../users/internal/users.ts'

/** Mails somebody of the tenant a link to a new password; who never chose one is invited again. */
export async function sendReset(ctx: Ctx, id: number): Promise<{ message: string }> {
  authorize(ctx, 'user.invite')
  const { email } = await write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    const user = await findActiveUser(tx, ctx, id)
    requireCanManage(ctx, user)
    return userStatus(user) === 'invited' ? invite(tx, ctx, user) : startRecovery(tx, ctx, user)
  })
  return { message: `A mail with a link to choose a password is on its way to ${email}.` }
}
