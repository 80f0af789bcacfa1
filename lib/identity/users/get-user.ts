import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { presentUser } from '../present.ts'
import type { UserRecord } from '../schema.ts'
import { findActiveUser } from './internal/users.ts'

/** One user of the tenant. */
export async function getUser(ctx: Ctx, id: number): Promise<UserRecord> {
  authorize(ctx, 'user.read')
  return read(ctx, async (reader) => presentUser(reader, ctx, await findActiveUser(reader, ctx, id)))
}
