import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findSso, presentSso } from './internal/providers.ts'
import type { SsoRecord } from './schema.ts'

/** The tenant's identity provider, and the URLs to set one up. */
export async function getSso(ctx: Ctx): Promise<SsoRecord> {
  authorize(ctx, 'sso.read')
  return read(ctx, async (reader) => presentSso(ctx.tenantId, await findSso(reader, ctx.tenantId)))
}
