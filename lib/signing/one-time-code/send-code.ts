import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenant'
import { chainOf } from '#lib/audit/events'
import { record } from '#lib/audit/record'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, rateLimited } from '#lib/core/errors'
import { type Ceremony, loadCeremony } from '../load.ts'
import { assertCanView } from '../rules.ts'
import { codeHash, codeLimits, oneTimeCode } from './one-time-code.ts'

/** The limit of codes per signer: with five attempts each, fifty guesses an hour at one of a million codes. */
const allowance = { codes: 10, windowSeconds: 3600 }

/** Sends a new code to the signer; the previous one is no longer valid. */
export async function sendCode(ctx: Ctx): Promise<{ message: string }> {
  return write(ctx, async (tx) => {
    const ceremony = await loadCeremony(tx, ctx)
    const { process, signer } = ceremony
    assertCanView(ceremony, ctx.now)
    if (!process.options.enable_otp)
      throw invalidState('This process does not use one-time codes.', process.status)
    await limitSending(tx, ctx, signer)
    await assertCodesLeft(tx, ctx, process.id, signer.id)
    await record(tx, ctx, {
      type: 'signature.otp_sent',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: signer.id, email: signer.email },
    })
    return { message: `We have sent a code to ${signer.email}.` }
  })
}

/** Allows one code per thirty seconds, also for concurrent requests. */
async function limitSending(tx: Tx, ctx: Ctx, { id, otpSentAt }: Ceremony['signer']): Promise<void> {
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
  const secondsWaited = otpSentAt ? (ctx.now.getTime() - otpSentAt.getTime()) / 1000 : 0
  throw rateLimited(Math.max(1, Math.ceil(codeLimits.pauseSeconds - secondsWaited)))
}

/**
 * Counts the events of the trail under the lock of the signer's row. A separate counter would need a second connection,
 * and requests that hold all connections could deadlock.
 */
async function assertCodesLeft(tx: Tx, ctx: Ctx, processId: number, signerId: number): Promise<void> {
  const sentCodes = await tx
    .select({ at: events.occurredAt })
    .from(events)
    .where(
      and(
        eq(events.tenantId, ctx.tenantId),
        eq(events.chain, chainOf({ process: processId })),
        eq(events.type, 'signature.otp_sent'),
        sql`${events.data} ->> 'signer_id' = ${String(signerId)}`,
        gt(events.occurredAt, addSeconds(ctx.now, -allowance.windowSeconds)),
      ),
    )
    .orderBy(asc(events.occurredAt))
  const oldest = sentCodes[sentCodes.length - allowance.codes]
  if (!oldest) return
  const waitSeconds = (addSeconds(oldest.at, allowance.windowSeconds).getTime() - ctx.now.getTime()) / 1000
  throw rateLimited(Math.max(1, Math.ceil(waitSeconds)), 'Too many codes requested. Try again later.')
}
