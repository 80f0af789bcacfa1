import { and, eq } from 'drizzle-orm'
import { signers, signingSessions } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { withdrawCodes } from './delivery.ts'

/** What a signer without a sent code has. */
export const noCode = {
  otpHash: null,
  otpSentAt: null,
  otpExpiresAt: null,
  otpTries: 0,
  otpSessionId: null,
} as const

/** Ends the signing sessions of a signer, and the code that was sent: all browsers must confirm a code again. */
export async function endSigningSessions(tx: Tx, ctx: Ctx, signerId: number): Promise<void> {
  await tx
    .update(signers)
    .set(noCode)
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, signerId)))
  await withdrawCodes(tx, ctx, signerId)
  await tx
    .delete(signingSessions)
    .where(and(eq(signingSessions.tenantId, ctx.tenantId), eq(signingSessions.signerId, signerId)))
}
