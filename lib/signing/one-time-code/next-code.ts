import { and, eq, gt, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import type { Reader } from '#db/tenancy/tenant'
import { toChainName } from '#lib/audit/events'
import { addSeconds, secondsUntil } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { SigningSession } from '../load.ts'
import { codeLimits } from './one-time-code.ts'

/** The limit of codes per signer: with five attempts each, fifty guesses an hour at one of a million codes. */
export const codeAllowance = { codes: 10, windowSeconds: 3600 }

/** Seconds until another code can be sent; 0 for signers who get none. */
export async function findNextCodeSeconds(
  reader: Reader,
  ctx: Ctx,
  session: Pick<SigningSession, 'process' | 'signer'>,
): Promise<number> {
  const { otpSentAt } = session.signer
  if (otpSentAt === null) return 0
  return Math.max(getPauseSeconds(ctx.now, otpSentAt), await findAllowanceSeconds(reader, ctx, session))
}

/** Seconds until the pause after the last code is over; 0 when it is. */
export function getPauseSeconds(now: Date, otpSentAt: Date | null): number {
  const { pauseSeconds } = codeLimits
  return otpSentAt ? secondsUntil(addSeconds(otpSentAt, pauseSeconds), now, pauseSeconds) : 0
}

/**
 * Seconds until the signer may get another code within an hour; 0 when they may. The codes are counted in the trail:
 * under the lock of the signer's row the count is exact. A separate counter would need a second connection, and
 * requests that hold all connections could deadlock.
 */
export async function findAllowanceSeconds(
  reader: Reader,
  ctx: Ctx,
  { process, signer }: Pick<SigningSession, 'process' | 'signer'>,
): Promise<number> {
  const { codes, windowSeconds } = codeAllowance
  const sentCodes = await reader
    .select({ data: events.data, occurredAt: events.occurredAt })
    .from(events)
    .where(
      and(
        eq(events.tenantId, ctx.tenantId),
        eq(events.chain, toChainName({ process: process.id })),
        eq(events.type, 'signature.otp_sent'),
        sql`${events.data} ->> 'signer_id' = ${String(signer.id)}`,
        gt(events.occurredAt, addSeconds(ctx.now, -windowSeconds)),
      ),
    )
  const waits = sentCodes
    // The event may be later than its code.
    .map(({ data, occurredAt }) => new Date(String(data.sent_at ?? occurredAt.toISOString())))
    .map((sentAt) => secondsUntil(addSeconds(sentAt, windowSeconds), ctx.now, windowSeconds))
    .filter((seconds) => seconds > 0)
    .sort((a, b) => a - b)
  return waits[waits.length - codes] ?? 0
}
