import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { findSender } from '#lib/mail/sender'
import { authorize } from '#lib/policy'
import { presentSender } from './present.ts'
import type { SenderRecord } from './schema.ts'

/** Who the tenant's emails come from, and the records that its domain needs. */
export async function getSender(ctx: Ctx): Promise<SenderRecord> {
  authorize(ctx, 'tenant.read')
  return read(ctx, async (reader) => presentSender(await findSender(reader, ctx)))
}
