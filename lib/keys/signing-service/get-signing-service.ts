import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import type { SigningServiceRecord } from './schema.ts'
import { findSigningService, presentSigningService } from './service.ts'

/** The tenant's remote signing service. */
export async function getSigningService(ctx: Ctx): Promise<SigningServiceRecord> {
  authorize(ctx, 'signing_service.read')
  return presentSigningService(await read(ctx, (reader) => findSigningService(reader, ctx)))
}
