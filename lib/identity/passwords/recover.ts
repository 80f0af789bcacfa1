import { and, eq } from 'drizzle-orm'
import { findAccounts, type TenantRef } from '#db/cross-tenant'
import { users } from '#db/schema/identity'
import { write } from '#db/tenant'
import { type RequestMeta, systemCtx } from '#lib/core/ctx'
import { activeUsers, startPasswordReset } from '../users/internal/users.ts'

export const RECOVER_QUEUE = 'identity.recover'
/** The most accounts that get an email: sign-ups by others must not multiply the emails to an address. */
const MAX_ACCOUNTS = 10

/** A requested reset: the address as the visitor entered it, and the request for the trail. */
export type Recovery = { email: string } & Pick<RequestMeta, 'address' | 'userAgent' | 'requestId'>

/** Sends a link for each account with this address, confirmed ones first; for an unknown address nothing happens. */
export async function sendRecoveryLinks({ email, ...requestMeta }: Recovery, at: Date): Promise<void> {
  for (const account of (await findAccounts(email)).slice(0, MAX_ACCOUNTS))
    await recoverOne(account, requestMeta, at)
}

async function recoverOne(found: TenantRef, requestMeta: Omit<Recovery, 'email'>, at: Date): Promise<void> {
  const ctx = { ...systemCtx(found.tenantId, RECOVER_QUEUE, at), ...requestMeta }
  await write(ctx, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(activeUsers(ctx), eq(users.id, found.id)))
    if (user) await startPasswordReset(tx, ctx, user)
  })
}
