import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { presentUser } from '../present.ts'
import type { ProfileChange, UserRecord } from '../schema.ts'
import { whereActiveUser } from './internal/users.ts'
import { mutedAfter } from './notifications.ts'
import { recordUserChanges } from './update-user.ts'

/** Changes the name, the language or the notifications of the signed-in user. */
export async function updateProfile(ctx: Ctx, input: ProfileChange): Promise<UserRecord> {
  authorize(ctx, 'profile.write')
  const user = getActingUser(ctx)
  if (!user) throw notFound()
  return write(ctx, async (tx) => {
    const isUser = and(whereActiveUser(ctx), eq(users.id, user.id))
    const [before] = await tx.select().from(users).where(isUser).for('no key update')
    if (!before) throw notFound()
    const { name = before.name, locale = before.locale } = input
    const mutedEmails = mutedAfter(before.mutedEmails, input.notifications)
    const [after] = await tx
      .update(users)
      .set({ name, locale, mutedEmails, updatedAt: ctx.now })
      .where(isUser)
      .returning()
    await recordUserChanges(tx, ctx, before, after!)
    return presentUser(tx, ctx, after!)
  })
}
