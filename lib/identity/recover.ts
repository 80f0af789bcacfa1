import { and, eq } from 'drizzle-orm'
import { type Found, findAccounts } from '#db/cross-tenant'
import { users } from '#db/schema/identity'
import { write } from '#db/tenant'
import { systemCtx, type Visit } from '#lib/core/ctx'
import { livingUsers, openRecovery } from './internal/people.ts'

export const RECOVER_QUEUE = 'identity.recover'
/** Sign-ups of strangers with somebody's address must not multiply the mails that go there. */
const MOST_ACCOUNTS = 10

/** Who forgot a password, as the visitor said it, and the visit for the trail. */
export type Recovery = { email: string } & Pick<Visit, 'address' | 'userAgent' | 'requestId'>

/** Sends a link for each account with this address, confirmed ones first; for an unknown address nothing happens. */
export async function recover({ email, ...visit }: Recovery, at: Date): Promise<void> {
  for (const account of (await findAccounts(email)).slice(0, MOST_ACCOUNTS))
    await recoverOne(account, visit, at)
}

async function recoverOne(found: Found, visit: Omit<Recovery, 'email'>, at: Date): Promise<void> {
  const ctx = { ...systemCtx(found.tenantId, RECOVER_QUEUE, at), ...visit }
  await write(ctx, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(livingUsers(ctx), eq(users.id, found.id)))
    if (user) await openRecovery(tx, ctx, user)
  })
}
