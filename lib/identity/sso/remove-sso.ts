import { eq } from 'drizzle-orm'
import { ssoProviders } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'

/** Removes the tenant's identity provider; users sign in with passwords again. Links to the provider's accounts stay. */
export async function removeSso(ctx: Ctx): Promise<void> {
  authorize(ctx, 'sso.change')
  await write(ctx, async (tx) => {
    const [removed] = await tx
      .delete(ssoProviders)
      .where(eq(ssoProviders.tenantId, ctx.tenantId))
      .returning({ issuer: ssoProviders.issuer })
    if (!removed) throw notFound()
    await record(tx, ctx, { type: 'tenant.sso_removed', subject: { tenant: ctx.tenantId }, data: removed })
  })
}
