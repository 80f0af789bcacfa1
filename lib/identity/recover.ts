import { and, eq } from 'drizzle-orm'
import { findUser } from '#db/doors'
import { users } from '#db/schema/identity'
import { write } from '#db/tenant'
import { systemCtx, type Visit } from '#lib/core/ctx'
import { livingUsers, openRecovery } from './internal/people.ts'

export const RECOVER_QUEUE = 'identity.recover'

/** Who forgot a password, as the visitor said it, and the visit for the trail. */
export type Recovery = { email: string } & Pick<Visit, 'address' | 'userAgent' | 'requestId'>

/** Opens the way back in for whoever has this mail; for a mail that nobody has, nothing happens. */
export async function recover({ email, ...visit }: Recovery, at: Date): Promise<void> {
  const found = await findUser(email)
  if (!found) return
  const ctx = { ...systemCtx(found.tenantId, RECOVER_QUEUE, at), ...visit }
  await write(ctx, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(livingUsers(ctx), eq(users.id, found.id)))
    if (user) await openRecovery(tx, ctx, user)
  })
}
