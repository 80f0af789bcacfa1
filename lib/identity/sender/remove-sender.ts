import { eq } from 'drizzle-orm'
import { senderDomains } from '#db/schema/mail'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'

/** The tenant's emails come from the installation's address again. */
export async function removeSender(ctx: Ctx): Promise<void> {
  authorize(ctx, 'tenant.secure')
  await write(ctx, async (tx) => {
    const [removed] = await tx
      .delete(senderDomains)
      .where(eq(senderDomains.tenantId, ctx.tenantId))
      .returning({ name: senderDomains.name, address: senderDomains.address })
    if (!removed) throw notFound()
    await record(tx, ctx, { type: 'tenant.sender_removed', subject: { tenant: ctx.tenantId }, data: removed })
  })
}
