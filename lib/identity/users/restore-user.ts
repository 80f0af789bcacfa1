import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { isDuplicate } from '../internal/unique.ts'
import { emailTaken } from '../refusals.ts'
import { requireCanAssignRole } from './internal/managed-roles.ts'
import { lockUsers } from './internal/users.ts'

/**
 * Brings a suspended user back, with the role of before. Password, factors, keys and sessions are gone; the account at
 * the provider is linked still.
 */
export async function restoreUser(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'user.invite')
  await write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    const whereSuspended = and(
      eq(users.tenantId, ctx.tenantId),
      eq(users.id, id),
      isNotNull(users.suspendedEmail),
    )
    const [user] = await tx.select().from(users).where(whereSuspended)
    if (!user) throw notFound()
    requireCanAssignRole(ctx, user.role)
    const { name, role, suspendedEmail: email } = user
    await tx
      .update(users)
      .set({ email, suspendedEmail: null, deletedAt: null, successorId: null, updatedAt: ctx.now })
      .where(whereSuspended)
      .catch((error: unknown) => {
        throw isDuplicate(error) ? emailTaken() : error
      })
    const data = { user_id: id, name, email, role, restored: true }
    await record(tx, ctx, { type: 'user.created', subject: { user: id }, data })
  })
}
