import { and, eq } from 'drizzle-orm'
import { passkeys } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { factorRemoved, whereOwnedPasskey } from './internal/factors.ts'
import { getFactorOwner, lockFactorOwner, requireConfirmedFactor } from './internal/owner.ts'

/** Removes a passkey of the user. */
export async function deletePasskey(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'factor.change')
  const { tenantId, userId } = getFactorOwner(ctx)
  await write(ctx, async (tx) => {
    await requireConfirmedFactor(tx, ctx, await lockFactorOwner(tx, ctx))
    const [deleted] = await tx
      .delete(passkeys)
      .where(and(whereOwnedPasskey({ tenantId, userId }), eq(passkeys.id, id)))
      .returning({ name: passkeys.name })
    if (!deleted) throw notFound()
    await factorRemoved(tx, ctx, { tenantId, userId }, { factor: 'passkey', name: deleted.name })
  })
}
