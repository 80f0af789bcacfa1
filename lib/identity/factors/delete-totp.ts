import { and, eq } from 'drizzle-orm'
import { totpSecrets } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { factorRemoved } from './internal/factors.ts'
import { getFactorOwner, lockFactorOwner, requireConfirmedFactor } from './internal/owner.ts'

/** Removes the user's authenticator app, confirmed or not. */
export async function deleteTotp(ctx: Ctx): Promise<void> {
  authorize(ctx, 'factor.change')
  const { tenantId, userId } = getFactorOwner(ctx)
  await write(ctx, async (tx) => {
    await requireConfirmedFactor(tx, ctx, await lockFactorOwner(tx, ctx))
    const [deleted] = await tx
      .delete(totpSecrets)
      .where(and(eq(totpSecrets.tenantId, tenantId), eq(totpSecrets.userId, userId)))
      .returning({ confirmedAt: totpSecrets.confirmedAt })
    if (!deleted) throw notFound()
    if (deleted.confirmedAt) await factorRemoved(tx, ctx, { tenantId, userId }, { factor: 'totp' })
  })
}
