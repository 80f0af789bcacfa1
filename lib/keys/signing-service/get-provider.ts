import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import type { SignatureProviderRecord } from './schema.ts'
import { findSigningService } from './service.ts'

/** The provider of advanced and qualified signatures, for all who may ask signers for them. */
export async function getSignatureProvider(ctx: Ctx): Promise<SignatureProviderRecord> {
  authorize(ctx, 'account.read')
  const service = await read(ctx, (reader) => findSigningService(reader, ctx))
  return { name: service?.label ?? null }
}
