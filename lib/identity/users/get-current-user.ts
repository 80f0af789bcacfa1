import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { presentUser } from '../present.ts'
import type { UserRecord } from '../schema.ts'

/** The user of the credential; for a key, its creator. */
export async function getCurrentUser(ctx: Ctx): Promise<UserRecord> {
  authorize(ctx, 'profile.read')
  const id = getActingUser(ctx)?.id
  if (id === undefined) throw notFound()
  return read(ctx, async (reader) => {
    const [row] = await reader
      .select()
      .from(users)
      .where(and(eq(users.tenantId, ctx.tenantId), eq(users.id, id)))
    if (!row) throw notFound()
    return presentUser(reader, ctx, row)
  })
}
