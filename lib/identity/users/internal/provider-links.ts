import { and, eq, ne } from 'drizzle-orm'
import { userIdentities } from '#db/schema/identity-sign-in'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { endLogins } from '#lib/identity/sessions/internal/sessions'

/**
 * An administrator, of the tenant or the installation, is linked to the tenant's provider only after the password: a
 * link that a user got without it ends, and so do sessions, which an administrator who changed the provider may have
 * opened through it.
 */
export async function unlinkProvider(tx: Tx, { tenantId, now }: Ctx, userId: number): Promise<void> {
  const links = await tx
    .delete(userIdentities)
    .where(
      and(
        eq(userIdentities.tenantId, tenantId),
        eq(userIdentities.userId, userId),
        ne(userIdentities.source, 'installation'),
      ),
    )
    .returning({ id: userIdentities.id })
  if (links.length > 0) await endLogins(tx, { tenantId, userId }, now)
}
