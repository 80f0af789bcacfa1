import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { getInvitationLink, getRecoveryLink } from '../links/link-tokens.ts'
import type { UserRow } from '../present.ts'
import { userStatus } from '../rules.ts'
import { assertCanSignIn, findEnforcedProvider } from '../sso/enforced.ts'
import { requireCanManage } from '../users/internal/managed-roles.ts'
import {
  findActiveUser,
  invite,
  type LinkOptions,
  lockUsers,
  startPasswordReset,
} from '../users/internal/users.ts'

/**
 * Emails a user a link to choose a new password; an invited user is invited again. A user who must sign in through the
 * provider of the tenant gets the link to that.
 */
export async function sendReset(ctx: Ctx, id: number): Promise<{ message: string }> {
  authorize(ctx, 'user.invite')
  const user = await makeLink(ctx, id)
  const purpose = (await findEnforcedProvider(user)) ? 'sign in' : 'choose a password'
  return { message: `We have sent ${user.email} a link to ${purpose}.` }
}

/** The link that `sendReset` emails, for an operator who passes it on: no email has it. */
export async function makeResetLink(ctx: Ctx, id: number): Promise<string> {
  authorize(ctx, 'user.invite')
  const user = await makeLink(ctx, id, { isDisclosed: true })
  return (userStatus(user) === 'invited' ? getInvitationLink(user) : getRecoveryLink(user))!
}

function makeLink(ctx: Ctx, id: number, options: LinkOptions = {}): Promise<UserRow> {
  return write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    const user = await findActiveUser(tx, ctx, id)
    requireCanManage(ctx, user)
    await assertCanSignIn(tx, user)
    return userStatus(user) === 'invited'
      ? invite(tx, ctx, user, options)
      : startPasswordReset(tx, ctx, user, options)
  })
}
