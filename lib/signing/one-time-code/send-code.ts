import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { AppError, invalidState, rateLimited } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { loadSigningSession, type SigningSession } from '../load.ts'
import { assertCanView, needsCode } from '../rules.ts'
import { findLastEmailId, waitForOutcome } from './code-email.ts'
import { findAllowanceSeconds, getPauseSeconds } from './next-code.ts'
import { codeHash, codeLimits, oneTimeCode } from './one-time-code.ts'

/** Sends a new code to the signer; the previous one is no longer valid. */
export async function sendCode(ctx: Ctx): Promise<{ message: string }> {
  const { id, email, lastId } = await write(ctx, async (tx) => {
    const session = await loadSigningSession(tx, ctx)
    const { process, signer } = session
    assertCanView(session, ctx.now)
    if (!needsCode(session)) throw invalidState(errorText('refusals.noOneTimeCodes'), process.status)
    await limitSending(tx, ctx, signer)
    const waitSeconds = await findAllowanceSeconds(tx, ctx, session)
    if (waitSeconds > 0) throw rateLimited(waitSeconds, 'Too many codes requested. Try again later.')
    await record(tx, ctx, {
      type: 'signature.otp_sent',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: signer.id, email: signer.email },
    })
    return { id: signer.id, email: signer.email, lastId: await findLastEmailId(tx, ctx, signer.id) }
  })
  const outcome = await waitForOutcome(ctx, id, lastId)
  if (outcome === 'refused') throw emailRefused(email)
  return {
    message:
      outcome === 'sent'
        ? `We have sent a code to ${email}.`
        : `A code is on its way to ${email}. It may take a few minutes.`,
  }
}

function emailRefused(email: string): AppError {
  return new AppError('invalid_state', errorText('refusals.emailRefusedByServer', { email }), {
    current_status: 'undeliverable',
    reason: 'email_refused',
  })
}

/** Allows one code per thirty seconds, also for concurrent requests. */
async function limitSending(tx: Tx, ctx: Ctx, { id, otpSentAt }: SigningSession['signer']): Promise<void> {
  const latestPreviousCode = addSeconds(ctx.now, -codeLimits.pauseSeconds)
  const updatedRows = await tx
    .update(signers)
    .set({
      otpHash: codeHash(id, oneTimeCode(id, ctx.now)),
      otpSentAt: ctx.now,
      otpExpiresAt: addSeconds(ctx.now, codeLimits.validSeconds),
      otpTries: 0,
      otpSessionId: null,
    })
    .where(
      and(
        eq(signers.tenantId, ctx.tenantId),
        eq(signers.id, id),
        or(isNull(signers.otpSentAt), lte(signers.otpSentAt, latestPreviousCode)),
      ),
    )
    .returning({ id: signers.id })
  if (updatedRows.length > 0) return
  throw rateLimited(Math.max(1, getPauseSeconds(ctx.now, otpSentAt)))
}
