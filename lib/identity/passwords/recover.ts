import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { AccountRef } from '#db/tenancy/cross-tenant'
import { write } from '#db/tenancy/tenant'
import { makeSystemCtx, type RequestMeta } from '#lib/core/ctx'
import { decryptData, type EncryptedData } from '#lib/jobs/encrypted-data'
import { findVisitedAccounts, getVisitorMeta } from '../account/confirmed.ts'
import { recordPasswordReset, startPasswordReset, whereActiveUser } from '../users/internal/users.ts'

export const RECOVER_QUEUE = 'identity.recover'

/** The email that the visitor entered, and the request metadata for the audit trail. */
export type Recovery = { email: string } & Pick<RequestMeta, 'address' | 'userAgent' | 'requestId'>

/** Handles a job. */
export function runRecovery(job: EncryptedData, time: Date): Promise<void> {
  return sendRecoveryLinks(decryptData<Recovery>(RECOVER_QUEUE, job), time)
}

/**
 * Makes a link for each account with this email, confirmed ones first; without an account nothing happens. Where one is
 * confirmed, the others get no email, and a link that they have stays valid.
 */
export async function sendRecoveryLinks({ email, ...requestMeta }: Recovery, time: Date): Promise<void> {
  const accounts = await findVisitedAccounts(email)
  const isAnyConfirmed = accounts.some(({ confirmed }) => confirmed)
  for (const account of accounts)
    await recover(account, requestMeta, time, isAnyConfirmed && !account.confirmed)
}

async function recover(
  account: AccountRef,
  requestMeta: Omit<Recovery, 'email'>,
  time: Date,
  keepsLink: boolean,
): Promise<void> {
  const ctx = {
    ...makeSystemCtx(account.tenantId, RECOVER_QUEUE, time),
    ...getVisitorMeta(requestMeta, account),
  }
  await write(ctx, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(whereActiveUser(ctx), eq(users.id, account.id)))
    if (!user) return
    const start = keepsLink && user.recoveryHash !== null ? recordPasswordReset : startPasswordReset
    await start(tx, ctx, user)
  })
}
