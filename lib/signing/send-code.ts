import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, rateLimited } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { consumeStrict } from '#lib/limits/strict'
import { codeHash, codeLimits, codeOf } from './code.ts'
import { type Ceremony, loadCeremony } from './load.ts'
import { insistOnSight } from './rules.ts'

/** Codes for one signer: with five tries each, a guesser has fifty tries an hour at a million. */
const allowance = { points: 10, windowSeconds: 3600 }

/** Sends a new code to the signer; the one before is good no more. */
export async function sendCode(ctx: Ctx): Promise<{ message: string }> {
  return write(ctx, async (tx) => {
    const { process, signer } = await loadCeremony(tx, ctx)
    insistOnSight(process, signer, ctx.now)
    if (!process.options.enable_otp) throw invalidState('This process asks for no code.', process.status)
    await takeTurn(tx, ctx, signer)
    await countSend(signer.id)
    await record(tx, ctx, {
      type: 'signature.otp_sent',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: signer.id, email: signer.email },
    })
    return { message: `A code was sent to ${signer.email}.` }
  })
}

/** One send in thirty seconds, however many ask at once. */
async function takeTurn(tx: Tx, ctx: Ctx, { id, otpSentAt }: Ceremony['signer']): Promise<void> {
  const before = addSeconds(ctx.now, -codeLimits.pauseSeconds)
  const taken = await tx
    .update(signers)
    .set({
      otpHash: codeHash(id, codeOf(id, ctx.now)),
      otpSentAt: ctx.now,
      otpExpiresAt: addSeconds(ctx.now, codeLimits.validSeconds),
      otpTries: 0,
    })
    .where(
      and(
        eq(signers.tenantId, ctx.tenantId),
        eq(signers.id, id),
        or(isNull(signers.otpSentAt), lte(signers.otpSentAt, before)),
      ),
    )
    .returning({ id: signers.id })
  if (taken.length > 0) return
  const waited = otpSentAt ? (ctx.now.getTime() - otpSentAt.getTime()) / 1000 : 0
  throw rateLimited(Math.max(1, Math.ceil(codeLimits.pauseSeconds - waited)))
}

/** Without the counter nothing is sent: who cannot be counted could guess for ever. */
async function countSend(signerId: number): Promise<void> {
  const use = await consumeStrict('signing code', String(signerId), allowance).catch((error: unknown) => {
    log().error({ err: error }, 'the counter of signing codes does not answer')
    throw rateLimited(codeLimits.pauseSeconds, 'No code can be sent at present. Try again in a moment.')
  })
  if (!use.allowed) throw rateLimited(use.resetSeconds, 'Too many codes were sent. Try again later.')
}
