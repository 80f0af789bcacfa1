import { and, eq } from 'drizzle-orm'
import { apiKeys, users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { presentApiKey } from '../present.ts'
import type { ApiKeyRecord } from './schema.ts'

/** One key of the tenant. */
export async function getApiKey(ctx: Ctx, id: number): Promise<ApiKeyRecord> {
  authorize(ctx, 'api_key.read')
  const [row] = await read(ctx, (reader) =>
    reader
      .select({ key: apiKeys, creatorName: users.name })
      .from(apiKeys)
      .innerJoin(users, and(eq(users.tenantId, apiKeys.tenantId), eq(users.id, apiKeys.createdBy)))
      .where(and(eq(apiKeys.tenantId, ctx.tenantId), eq(apiKeys.id, id))),
  )
  if (!row) throw notFound()
  return presentApiKey(row.key, row.creatorName)
}
