import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { UserRow } from '../present.ts'

/** The user, or the nearest successor who is not deleted; null when the administrators take over. */
export async function findActiveSuccessor(
  reader: Pick<Reader, 'select'>,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  userId: number,
): Promise<UserRow | null> {
  const [user] = await reader
    .select()
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  if (!user || user.deletedAt === null) return user ?? null
  // A successor is active when it is named, so the chain of successors has no cycle.
  return user.successorId === null ? null : findActiveSuccessor(reader, { tenantId }, user.successorId)
}
