import { and, eq, isNull } from 'drizzle-orm'
import { findPage } from '#db/lists/search'
import { users } from '#db/schema/identity'
import { readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { presentUsers } from '../present.ts'
import { countUsers } from './internal/users.ts'
import type { UserQuery } from './schema.ts'

const { createdAt, name, email, role, deletedAt } = users
const sortColumns = { created_at: createdAt, name, email }

/** A page of the tenant's users. */
export function listUsers(ctx: Ctx, query: UserQuery) {
  authorize(ctx, 'user.read')
  return readList(ctx, async (reader) => {
    const { rows, ...page } = await findPage(reader, ctx, users, {
      ...query,
      text: query.search,
      columns: sortColumns,
      filters: and(isNull(deletedAt), query.role && eq(role, query.role)),
      count: () => countUsers(reader, ctx, query.role),
    })
    return { items: await presentUsers(reader, ctx, rows), ...page }
  })
}
