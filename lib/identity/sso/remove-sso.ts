import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { deleteProvider } from './internal/delete-provider.ts'

/** Removes the tenant's identity provider; users sign in with passwords again. Links to the provider's accounts stay. */
export async function removeSso(ctx: Ctx): Promise<void> {
  authorize(ctx, 'sso.change')
  await write(ctx, async (tx) => {
    if (!(await deleteProvider(tx, ctx))) throw notFound()
  })
}
