import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import type { UserChange } from '../schema.ts'
import { requireCanAssignRole, requireCanManage } from './internal/managed-roles.ts'
import { lockUsers } from './internal/users.ts'
import { recordUserChanges, unlinkProvider } from './update-user.ts'

/** Changes what a suspended user comes back with. */
export async function updateSuspendedUser(
  ctx: Ctx,
  id: number,
  { name, role, locale }: Omit<UserChange, 'email'>,
): Promise<void> {
  authorize(ctx, 'user.manage')
  await write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    const whereSuspended = and(
      eq(users.tenantId, ctx.tenantId),
      eq(users.id, id),
      isNotNull(users.suspendedEmail),
    )
    const [before] = await tx.select().from(users).where(whereSuspended)
    if (!before) throw notFound()
    requireCanManage(ctx, before)
    if (role !== undefined && role !== before.role) {
      authorize(ctx, 'user.change_role')
      requireCanAssignRole(ctx, role)
      if (role === 'tenant_admin') await unlinkProvider(tx, ctx, id)
    }
    const [after] = await tx
      .update(users)
      .set({
        ...(name !== undefined && { name }),
        ...(role !== undefined && { role }),
        ...(locale !== undefined && { locale }),
        updatedAt: ctx.now,
      })
      .where(whereSuspended)
      .returning()
    await recordUserChanges(tx, ctx, before, after!)
  })
}
