import { and, asc, desc, eq } from 'drizzle-orm'
import { apiKeys, users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { presentApiKey } from '../present.ts'
import type { ApiKeyQuery } from './schema.ts'

const sortColumns = { created_at: apiKeys.createdAt, name: apiKeys.name }

/** A page of the tenant's keys. */
export function listApiKeys(ctx: Ctx, query: ApiKeyQuery) {
  authorize(ctx, 'api_key.read')
  const { page, per_page: perPage, sort } = query
  const direction = sort.startsWith('-') ? desc : asc
  const column = sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
  return read(ctx, async (reader) => {
    const rows = await reader
      .select({ key: apiKeys, creatorName: users.name })
      .from(apiKeys)
      .innerJoin(users, and(eq(users.tenantId, apiKeys.tenantId), eq(users.id, apiKeys.createdBy)))
      .where(eq(apiKeys.tenantId, ctx.tenantId))
      .orderBy(direction(column), direction(apiKeys.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    const total = await reader.$count(apiKeys, eq(apiKeys.tenantId, ctx.tenantId))
    const items = rows.map(({ key, creatorName }) => presentApiKey(key, creatorName))
    return { items, total, page, perPage }
  })
}
