import { and, eq, type SQL, sql } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'

/** Whether the user is the one whom the sign-up of the tenant made. */
export const isFirstUser = hasNoOlderUser(sql`true`)

/**
 * Whether the user can confirm the tenant by a link: the first user, or the next one after a deletion. Others may come
 * from an identity provider or a directory, which a person who signed up with an address of others may have set up.
 * Of a user whom the directory has suspended it can bring the address back.
 */
export const isOldestUser = hasNoOlderUser(
  sql`(older.deleted_at is null or older.suspended_email is not null)`,
)

function hasNoOlderUser(condition: SQL): SQL<boolean> {
  return sql<boolean>`not exists (select from ${users} older
    where older.tenant_id = ${users.tenantId} and older.id < ${users.id} and ${condition})`
}

/** Records that a sign-up must be confirmed; a listener of the event sends the email with the link. */
export async function recordConfirmation(tx: Tx, ctx: Ctx, user: { id: number; email: string }) {
  const { id, email } = user
  const data = { user_id: id, email }
  await record(tx, ctx, { type: 'user.address_confirmation_requested', subject: { user: id }, data })
}

/** Whether nobody has confirmed the user's tenant and address yet. */
export const isUnconfirmed = sql`${users.emailConfirmedAt} is null and exists
  (select from ${tenants} where ${tenants.id} = ${users.tenantId} and ${tenants.unconfirmed})`

/** Allows the tenant to send emails to others, once a user for whom `isOldestUser` holds has followed an emailed link. */
export async function confirmTenant(tx: Tx, tenantId: number): Promise<void> {
  await tx
    .update(tenants)
    .set({ unconfirmed: false })
    .where(and(eq(tenants.id, tenantId), eq(tenants.unconfirmed, true)))
}
