import { eq } from 'drizzle-orm'
import { senderDomains } from '#db/schema/mail'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'

/** Deletes the sender of the tenant's emails. @returns whether there was one */
export async function deleteSender(tx: Tx, ctx: Ctx): Promise<boolean> {
  const [removed] = await tx
    .delete(senderDomains)
    .where(eq(senderDomains.tenantId, ctx.tenantId))
    .returning({ name: senderDomains.name, address: senderDomains.address })
  if (removed)
    await record(tx, ctx, { type: 'tenant.sender_removed', subject: { tenant: ctx.tenantId }, data: removed })
  return removed !== undefined
}
