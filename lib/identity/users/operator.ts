import { and, eq, ne } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { read, type Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { unlinkProvider } from './internal/provider-links.ts'
import { cancelAddressChange, lockTenantUsers, whereActiveUser } from './internal/users.ts'

/** What the page of the installation asks of a user. */
interface OperatorAccess {
  isOperator: boolean
  hasSecondFactor: boolean
}

/** Whether the signed-in user administers the installation. */
export async function findOperatorAccess(ctx: Ctx): Promise<OperatorAccess> {
  const { actor } = ctx
  const none = { isOperator: false, hasSecondFactor: false }
  if (actor.type !== 'user') return none
  authorize(ctx, 'installation.read')
  const [user] = await read(ctx, (reader) =>
    reader
      .select({ isOperator: users.operator, hasSecondFactor: users.secondFactor })
      .from(users)
      .where(and(whereActiveUser(ctx), eq(users.id, actor.id))),
  )
  return user ?? none
}

/**
 * Makes a user an administrator of the installation, or ends that. Nothing that a tenant can reach makes one: only the
 * command line and the first start call this with `true`. What an administrator of the tenant may have prepared for that
 * ends: links to the tenant's provider and their sessions, and a pending new address.
 */
export async function setOperator(tx: Tx, ctx: Ctx, userId: number, isOperator: boolean): Promise<void> {
  // Nobody is signing in through the provider meanwhile.
  await lockTenantUsers(tx, ctx)
  const [changed] = await tx
    .update(users)
    .set({ operator: isOperator, updatedAt: ctx.now })
    .where(and(whereActiveUser(ctx), eq(users.id, userId), ne(users.operator, isOperator)))
    .returning({ id: users.id })
  if (!changed) return
  if (isOperator) {
    await unlinkProvider(tx, ctx, userId)
    await cancelAddressChange(tx, ctx, userId)
  }
  await record(tx, ctx, {
    type: isOperator ? 'user.operator_granted' : 'user.operator_revoked',
    subject: { user: userId },
    data: { user_id: userId },
  })
}
