import { and, eq, inArray } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { AppError, invalidState, rateLimited } from '#lib/core/errors'
import { maskPhoneNumber, toPhoneNumber } from '#lib/core/phone-number'
import { errorText } from '#lib/messages/errors'
import { setUpdated } from '#lib/processes/load'
import { getCodeMethod } from '#lib/processes/rules'
import { withdrawCodes } from '#lib/processes/signers/delivery'
import { recordOfProcess } from '#lib/processes/trail/record'
import { loadSigningSession, lockSigningSession, type SigningSession } from '../load.ts'
import { assertCanConfirm } from '../rules.ts'
import { findLastMessageId, waitForOutcome } from './code-message.ts'
import { describeCode } from './describe-code.ts'
import { codeAllowance, findAllowanceSeconds, getPauseSeconds } from './next-code.ts'
import { codeHash, codeLimits, oneTimeCode } from './one-time-code.ts'
import { limitTextMessages } from './sms-limits.ts'

/** Sends a new code to the signer; the previous one is no longer valid. */
export async function sendCode(ctx: Ctx): Promise<{ message: string }> {
  const { signer, method } = await read(ctx, async (reader) =>
    requireSentCodes(await loadSigningSession(reader, ctx), ctx.now),
  )
  const phone = method === 'sms' ? toPhoneNumber(signer.phone ?? '') : null
  // A number that was accepted before may be none any more.
  if (method === 'sms' && phone === null) throw deliveryRefused(method, maskPhoneNumber(signer.phone ?? ''))
  const takeBack = phone === null ? null : await limitTextMessages(ctx, phone)
  const lastId = await write(ctx, (tx) => recordCode(tx, ctx)).catch(async (error: unknown) => {
    await takeBack?.()
    throw error
  })
  const outcome = await waitForOutcome(ctx, signer.id, lastId, method)
  const destination = method === 'sms' ? maskPhoneNumber(phone ?? '') : signer.email
  if (outcome === 'refused') throw deliveryRefused(method, destination)
  return {
    message:
      outcome === 'sent'
        ? `We have sent a code to ${destination}.`
        : `A code is on its way to ${destination}. It may take a few minutes.`,
  }
}

/** Makes a code and records the event that sends it. @returns the id of the last message before it */
async function recordCode(tx: Tx, ctx: Ctx): Promise<number> {
  const session = await lockSigningSession(tx, ctx)
  const { process, signer, method } = requireSentCodes(session, ctx.now)
  await storeCode(tx, ctx, signer)
  await forgetDeliveryErrors(tx, ctx, session)
  const waitSeconds = await findAllowanceSeconds(tx, ctx, session)
  if (waitSeconds > 0)
    throw rateLimited(waitSeconds, codeAllowance.codes, 'Too many codes requested. Try again later.')
  await recordOfProcess(tx, ctx, process, 'signature.otp_sent', {
    signer_id: signer.id,
    ...(method === 'email' && { email: signer.email }),
    ...describeCode(session),
    // The code is derived from it; the event may be later.
    sent_at: ctx.now.toISOString(),
  })
  return findLastMessageId(tx, ctx, signer.id)
}

/** @throws AppError `invalid_state` for signers who get no codes */
function requireSentCodes(session: SigningSession, now: Date) {
  const { process, signer } = session
  assertCanConfirm(session, now)
  const method = getCodeMethod(session)
  if (method === null) throw invalidState(errorText('refusals.noOneTimeCodes'), process.status)
  if (method === 'access_code') throw invalidState(errorText('refusals.accessCodeNotSent'), process.status)
  return { process, signer, method }
}

function deliveryRefused(method: 'email' | 'sms', destination: string): AppError {
  return method === 'sms'
    ? new AppError('invalid_state', errorText('refusals.smsRefused', { phone: destination }), {
        current_status: 'undeliverable',
        reason: 'sms_refused',
      })
    : new AppError('invalid_state', errorText('refusals.emailRefusedByServer', { email: destination }), {
        current_status: 'undeliverable',
        reason: 'email_refused',
      })
}

/** Stores the new code, at most one per thirty seconds: the process is locked. */
async function storeCode(tx: Tx, ctx: Ctx, { id, otpSentAt }: SigningSession['signer']): Promise<void> {
  const pause = getPauseSeconds(ctx.now, otpSentAt)
  if (pause > 0) throw rateLimited(pause, 1)
  await tx
    .update(signers)
    .set({
      otpHash: codeHash(id, oneTimeCode(id, ctx.now)),
      otpSentAt: ctx.now,
      otpExpiresAt: addSeconds(ctx.now, codeLimits.validSeconds),
      otpTries: 0,
      otpSessionId: null,
    })
    .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, id)))
  await withdrawCodes(tx, ctx, id)
}

/** Another message is sent now: that an earlier one could not be delivered is no longer shown to the sender. */
async function forgetDeliveryErrors(tx: Tx, ctx: Ctx, { process, sharers }: SigningSession): Promise<void> {
  const ids = sharers.filter(({ deliveryError }) => deliveryError !== null).map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(signers)
    .set({ deliveryError: null })
    .where(and(eq(signers.tenantId, ctx.tenantId), inArray(signers.id, ids)))
  await setUpdated(tx, ctx, [process.id])
}
