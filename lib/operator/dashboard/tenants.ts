import { listTenantsForOperator, type OperatorTenant } from '#db/tenancy/for-operator'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorizeOperator } from './authorize.ts'

/** Rows of a page. */
const PER_PAGE = 20

export interface TenantPage {
  tenants: OperatorTenant[]
  page: number
  lastPage: number
  total: number
}

/**
 * The organisations whose name contains `search`, or with this id, newest first; the first page where this one is past
 * the last.
 */
export async function listTenants(
  ctx: Ctx,
  { search, page }: { search: string; page: number },
): Promise<TenantPage> {
  await authorizeOperator(ctx, 'installation.read')
  const { tenants, total } = await listTenantsForOperator(getOperatorId(ctx), {
    search,
    skipped: (page - 1) * PER_PAGE,
    count: PER_PAGE,
  })
  // A page past the last one has no row to say how many there are.
  if (total === 0 && page > 1) return listTenants(ctx, { search, page: 1 })
  return { tenants, page, lastPage: Math.max(1, Math.ceil(total / PER_PAGE)), total }
}

/** The id with which the database asks again whether the caller is an operator. */
export function getOperatorId({ actor }: Ctx): number {
  if (actor.type !== 'user') throw notFound()
  return actor.id
}
