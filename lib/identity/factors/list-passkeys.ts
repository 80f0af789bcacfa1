import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { CreationQuery } from '#lib/core/shapes'
import { authorize } from '#lib/policy'
import { findPasskeys } from './internal/factors.ts'
import { getFactorOwner } from './internal/owner.ts'
import { presentPasskey } from './present.ts'

/** The passkeys of the user, newest first by default; few enough (`MAX_PASSKEYS`) to page in memory. */
export async function listPasskeys(ctx: Ctx, { page, per_page: perPage, sort }: CreationQuery) {
  authorize(ctx, 'factor.read')
  const rows = await read(ctx, (reader) => findPasskeys(reader, getFactorOwner(ctx)))
  if (sort === '-created_at') rows.reverse()
  const items = rows.slice((page - 1) * perPage, page * perPage).map(presentPasskey)
  return { items, total: rows.length, page, perPage }
}
