import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { found, ordered } from '#db/search'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { countUsers, livingUsers } from './internal/people.ts'
import { presentUser } from './present.ts'
import type { UserQuery } from './schema.ts'

const columns = { created_at: users.createdAt, name: users.name, email: users.email }

/** The tenant's users, a page of them. */
export function listUsers(ctx: Ctx, query: UserQuery) {
  authorize(ctx, 'user.read')
  const { page, per_page: perPage, sort, search, role } = query
  const where = and(livingUsers(ctx), found(users, { text: search }), role ? eq(users.role, role) : undefined)
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  return read(ctx, async (reader) => {
    const total = search ? await reader.$count(users, where) : await countUsers(reader, ctx, role)
    const rows = await reader
      .select()
      .from(users)
      .where(where)
      .orderBy(ordered(column, direction), ordered(users.id, direction))
      .limit(perPage)
      .offset((page - 1) * perPage)
    return { items: rows.map(presentUser), total, page, perPage }
  })
}
