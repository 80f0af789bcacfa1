import { eq } from 'drizzle-orm'
import { ssoProviders } from '#db/schema/identity-sign-in'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'

/** Deletes the tenant's identity provider. @returns whether there was one */
export async function deleteProvider(tx: Tx, ctx: Ctx): Promise<boolean> {
  const [removed] = await tx
    .delete(ssoProviders)
    .where(eq(ssoProviders.tenantId, ctx.tenantId))
    .returning({ issuer: ssoProviders.issuer })
  if (removed)
    await record(tx, ctx, { type: 'tenant.sso_removed', subject: { tenant: ctx.tenantId }, data: removed })
  return removed !== undefined
}
