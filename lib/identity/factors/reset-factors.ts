import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { requireCanManage } from '../users/internal/managed-roles.ts'
import { findActiveUser, lockUsers } from '../users/internal/users.ts'
import { setOperator } from '../users/operator.ts'
import { deleteFactors, setSecondFactor } from './internal/factors.ts'
import { lockUser } from './internal/owner.ts'

/**
 * Removes all second factors of a user who has lost them; then the password is enough to sign in. An operator is
 * one no longer.
 */
export async function resetFactors(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'user.reset_factors')
  const owner = { tenantId: ctx.tenantId, userId: id }
  await write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    requireCanManage(ctx, await findActiveUser(tx, ctx, id))
    const { secondFactor } = await lockUser(tx, owner)
    if (!secondFactor) throw notFound()
    await deleteFactors(tx, owner)
    await setSecondFactor(tx, ctx, owner, false)
    // The administrator who resets it may know the password, too.
    await setOperator(tx, ctx, id, false)
    const data = { user_id: id }
    await record(tx, ctx, { type: 'user.factors_reset', subject: { user: id }, data })
  })
}
