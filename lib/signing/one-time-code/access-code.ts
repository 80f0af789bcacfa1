import { and, eq, lt, sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { isAccessCode } from '#lib/processes/signers/access-code'
import { namedSigner, recordOfProcess } from '#lib/processes/trail/record'
import type { SigningSession } from '../load.ts'
import { codeLimits } from './one-time-code.ts'

/**
 * Checks an access code. After the last incorrect attempt it is locked until the sender sets a new one, and an event
 * tells the sender. A correct code makes all attempts available again. The row lock serializes attempts.
 */
export async function tryAccessCode(
  tx: Tx,
  ctx: Ctx,
  { process, signer }: SigningSession,
  code: string,
): Promise<'correct' | 'locked' | { attemptsLeft: number }> {
  const isOfSigner = and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, signer.id))
  const [attempt] = await tx
    .update(signers)
    .set({ otpTries: sql`${signers.otpTries} + 1` })
    .where(and(isOfSigner, lt(signers.otpTries, codeLimits.tries)))
    .returning({ saltedHash: signers.accessCodeHash, tries: signers.otpTries })
  if (!attempt) return 'locked'
  if (isAccessCode(code, attempt.saltedHash ?? '')) {
    await tx.update(signers).set({ otpTries: 0 }).where(isOfSigner)
    return 'correct'
  }
  if (attempt.tries === codeLimits.tries)
    await recordOfProcess(tx, ctx, process, 'signature.access_code_locked', namedSigner(signer))
  return { attemptsLeft: codeLimits.tries - attempt.tries }
}
