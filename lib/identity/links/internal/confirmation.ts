import { and, eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'

/** Records that a sign-up must be confirmed; a listener of the event sends the email with the link. */
export async function recordConfirmation(tx: Tx, ctx: Ctx, user: { id: number; email: string }) {
  const { id, email } = user
  const data = { user_id: id, email }
  await record(tx, ctx, { type: 'user.address_confirmation_requested', subject: { user: id }, data })
}

/** Allows the tenant to send emails to others, once one of its users has confirmed their email address. */
export async function confirmTenant(tx: Tx, tenantId: number): Promise<void> {
  await tx
    .update(tenants)
    .set({ unconfirmed: false })
    .where(and(eq(tenants.id, tenantId), eq(tenants.unconfirmed, true)))
}
