import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { write } from '#db/tenant'
import type { RequestMeta } from '#lib/core/ctx'
import { findActiveUser } from '../users/internal/users.ts'
import { linkUser } from './internal/linked-user.ts'
import type { PendingLink } from './sign-in-refused.ts'

/** Links the account to an administrator who has just signed in with the password. @throws SignInRefused */
export async function linkAccount(
  requestMeta: RequestMeta,
  { tenantId, userId, account }: PendingLink,
): Promise<void> {
  await write({ tenantId }, async (tx) => {
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('no key update')
    const user = await findActiveUser(tx, { tenantId }, userId)
    await linkUser(tx, { ...requestMeta, tenantId }, user, account)
  })
}
