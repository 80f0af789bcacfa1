import { eq } from 'drizzle-orm'
import { signingServices } from '#db/schema/keys'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'

/**
 * Removes the tenant's remote signing service. Signatures that still need it wait until there is one again.
 * @param restart has signatures that the service was asked for made by another one
 */
export async function removeSigningService(
  ctx: Ctx,
  restart: (tx: Tx, ctx: Ctx) => Promise<void>,
): Promise<void> {
  authorize(ctx, 'signing_service.change')
  await write(ctx, async (tx) => {
    if (!(await deleteSigningService(tx, ctx, restart))) throw notFound()
  })
}

/** Like `removeSigningService`, within a transaction. @returns whether there was one */
export async function deleteSigningService(
  tx: Tx,
  ctx: Ctx,
  restart: (tx: Tx, ctx: Ctx) => Promise<void>,
): Promise<boolean> {
  authorize(ctx, 'signing_service.change')
  const [removed] = await tx
    .delete(signingServices)
    .where(eq(signingServices.tenantId, ctx.tenantId))
    .returning({ url: signingServices.url })
  if (!removed) return false
  await record(tx, ctx, {
    type: 'tenant.signing_service_removed',
    subject: { tenant: ctx.tenantId },
    data: removed,
  })
  await restart(tx, ctx)
  return true
}
