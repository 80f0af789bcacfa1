import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { AppError, invalidState, rateLimited } from '#lib/core/errors'
import { sameSecret } from '#lib/core/ids'
import { codeHash, codeLimits } from './code.ts'
import { loadCeremony } from './load.ts'
import { insistOnSight, otpState } from './rules.ts'

type Verdict = 'right' | 'right again' | 'used up' | { attemptsLeft: number }

/** Checks a code. A wrong try counts even though the answer is an error: the transaction ends before it. */
export async function verifyCode(ctx: Ctx, code: string): Promise<{ message: string }> {
  const verdict = await write(ctx, async (tx) => {
    const ceremony = await loadCeremony(tx, ctx)
    const { process, signer } = ceremony
    insistOnSight(ceremony, ctx.now)
    if (!otpState(process, signer, ctx.now).required)
      throw invalidState('This process asks for no code.', process.status)
    const found = await tryCode(tx, ctx, signer.id, code)
    if (found === 'used up' || found === 'right again') return found
    await record(tx, ctx, {
      type: found === 'right' ? 'signature.otp_verified' : 'signature.otp_failed',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: signer.id },
    })
    return found
  })
  if (verdict === 'right' || verdict === 'right again') return { message: 'The code was confirmed.' }
  if (verdict === 'used up')
    throw rateLimited(codeLimits.pauseSeconds, 'Too many wrong codes. Ask for a new one.')
  throw new AppError('invalid_code', 'This code is not right.', { attempts_left: verdict.attemptsLeft })
}

/** The row's lock lets one try in after the other. A right code is good once; who sends it twice is told the same. */
async function tryCode(tx: Tx, ctx: Ctx, id: number, code: string): Promise<Verdict> {
  const mine = and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, id))
  const [counted] = await tx
    .update(signers)
    .set({ otpTries: sql`${signers.otpTries} + 1` })
    .where(and(mine, isNotNull(signers.otpHash), lt(signers.otpTries, codeLimits.tries)))
    .returning({
      hash: signers.otpHash,
      tries: signers.otpTries,
      sentAt: signers.otpSentAt,
      verifiedAt: signers.otpVerifiedAt,
      expiresAt: signers.otpExpiresAt,
    })
  if (!counted) {
    const [row] = await tx.select({ hash: signers.otpHash }).from(signers).where(mine)
    return row?.hash ? 'used up' : { attemptsLeft: 0 }
  }
  if (!counted.expiresAt || counted.expiresAt <= ctx.now) return { attemptsLeft: 0 }
  if (!sameSecret(counted.hash ?? '', codeHash(id, code))) {
    return { attemptsLeft: codeLimits.tries - counted.tries }
  }
  const again = counted.verifiedAt && counted.sentAt && counted.verifiedAt >= counted.sentAt
  // A right code is no try.
  const otpTries = counted.tries - 1
  await tx
    .update(signers)
    .set(again ? { otpTries } : { otpTries, otpVerifiedAt: ctx.now })
    .where(mine)
  return again ? 'right again' : 'right'
}
