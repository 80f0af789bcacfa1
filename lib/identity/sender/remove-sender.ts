import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { deleteSender } from './internal/delete-sender.ts'

/** The tenant's emails come from the installation's address again. */
export async function removeSender(ctx: Ctx): Promise<void> {
  authorize(ctx, 'tenant.secure')
  await write(ctx, async (tx) => {
    if (!(await deleteSender(tx, ctx))) throw notFound()
  })
}
