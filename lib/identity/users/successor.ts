import { and, eq, type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { UserRow } from '../present.ts'

/** SQL: the id of the user, or of the nearest successor who is not deleted; null when the administrators take over. */
export const activeSuccessorId = ({ tenantId }: Pick<Ctx, 'tenantId'>, userId: number | SQL | null): SQL =>
  // A successor is active when it is named, so the chain of successors has no cycle.
  sql`(with recursive chain as (
    select ${users.id}, ${users.deletedAt}, ${users.successorId} from ${users}
      where ${users.tenantId} = ${tenantId} and ${users.id} = ${userId}
    union all
    select ${users.id}, ${users.deletedAt}, ${users.successorId} from ${users}
      join chain on ${users.id} = chain.successor_id
      where ${users.tenantId} = ${tenantId} and chain.deleted_at is not null)
    select id from chain where deleted_at is null)`

/** The user, or the nearest successor who is not deleted; null when the administrators take over. */
export async function findActiveSuccessor(
  reader: Pick<Reader, 'select'>,
  ctx: Pick<Ctx, 'tenantId'>,
  userId: number,
): Promise<UserRow | null> {
  const [user] = await reader
    .select()
    .from(users)
    .where(and(eq(users.tenantId, ctx.tenantId), eq(users.id, activeSuccessorId(ctx, userId))))
  return user ?? null
}
