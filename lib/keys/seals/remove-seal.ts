import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { endSeal, findSeal, lockSeal, presentSeal } from './seals.ts'

/** Removes the tenant's own seal: the installation seals again. */
export async function removeSeal(ctx: Ctx): Promise<void> {
  authorize(ctx, 'seal.change')
  await write(ctx, async (tx) => {
    if (!(await deleteSeal(tx, ctx))) throw notFound()
  })
}

/** Like `removeSeal`, within a transaction. @returns whether there was one */
export async function deleteSeal(tx: Tx, ctx: Ctx): Promise<boolean> {
  authorize(ctx, 'seal.change')
  await lockSeal(tx, ctx)
  const before = await findSeal(tx, ctx)
  if (!before) return false
  await endSeal(tx, ctx, before)
  const { subject, sha256 } = await presentSeal(before, ctx.now)
  await record(tx, ctx, {
    type: 'tenant.seal_removed',
    subject: { tenant: ctx.tenantId },
    data: { subject, certificate_sha256: sha256 },
  })
  return true
}
