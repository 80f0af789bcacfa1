import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findTotp } from './internal/factors.ts'
import { getFactorOwner } from './internal/owner.ts'
import { presentTotp } from './present.ts'
import type { TotpRecord } from './schema.ts'

/** Whether the user has an authenticator app. */
export async function getTotp(ctx: Ctx): Promise<TotpRecord> {
  authorize(ctx, 'factor.read')
  return presentTotp(await read(ctx, (reader) => findTotp(reader, getFactorOwner(ctx))))
}
