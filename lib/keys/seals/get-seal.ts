import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import type { SealRecord } from './schema.ts'
import { findSeal, presentSeal } from './seals.ts'

/** The certificate that seals the tenant's documents. */
export async function getSeal(ctx: Ctx): Promise<SealRecord> {
  authorize(ctx, 'seal.read')
  return presentSeal(await read(ctx, (reader) => findSeal(reader, ctx)), ctx.now)
}
