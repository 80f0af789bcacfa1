import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError, invalidState, rateLimited, throwIfInvalid } from '#lib/core/errors'
import { randomToken, sameSecret } from '#lib/core/ids'
import { withLatinDigits } from '#lib/core/text/digits'
import { errorText } from '#lib/messages/errors'
import { getCodeMethod } from '#lib/processes/rules'
import { withdrawCodes } from '#lib/processes/signers/delivery'
import { recordOfProcess } from '#lib/processes/trail/record'
import { limitRequests } from '../help/limits.ts'
import { getActingSigner, lockSigningSession, type SigningSession } from '../load.ts'
import { assertCanConfirm } from '../rules.ts'
import { tryAccessCode } from './access-code.ts'
import { describeCode } from './describe-code.ts'
import { findAllowanceSeconds, getPauseSeconds } from './next-code.ts'
import { codeHash, codeLimits, isCodeValid } from './one-time-code.ts'
import { openSession } from './open-session.ts'

const LOCKED_RETRY_SECONDS = 3600

interface Confirmation {
  message: string
  /** The secret of the new signing session; null when this browser has already confirmed the code. */
  secret: string | null
}

type CodeResult =
  | { sessionId: number; secret: string }
  | 'confirmed before'
  | 'locked'
  /**
   * None was sent, or another browser has used it, so it is no attempt at one: no event, or anyone with the link could add
   * them without end.
   */
  | 'no code'
  | { secondsUntilNext: number }
  | { attemptsLeft: number }

/**
 * Checks a code and creates a signing session for the browser, or for the frame whose session is `secret`. A failed
 * attempt is committed before the error is thrown.
 */
export async function verifyCode(
  ctx: Ctx,
  code: string,
  secret: string = randomToken(32),
): Promise<Confirmation> {
  const result = await write(ctx, async (tx) => {
    // As reminders and others do, before the row of the signer.
    const session = await lockSigningSession(tx, ctx)
    const { process, signer } = session
    assertCanConfirm(session, ctx.now)
    const method = getCodeMethod(session)
    if (method === null) throw invalidState(errorText('refusals.noOneTimeCodes'), process.status)
    const outcome =
      method === 'access_code'
        ? await enterAccessCode(tx, ctx, session, code, secret)
        : await tryCode(tx, ctx, signer.id, readDigits(code), secret)
    if (outcome === 'confirmed before' || outcome === 'locked' || outcome === 'no code') return outcome
    if (outcome === 'used up') {
      const pause = getPauseSeconds(ctx.now, signer.otpSentAt)
      return { secondsUntilNext: Math.max(1, pause, await findAllowanceSeconds(tx, ctx, session)) }
    }
    const actor = 'secret' in outcome ? { ...getActingSigner(ctx), sessionId: outcome.sessionId } : ctx.actor
    const type = 'secret' in outcome ? 'signature.otp_verified' : 'signature.otp_failed'
    const data = { signer_id: signer.id, ...describeCode(session) }
    await recordOfProcess(tx, { ...ctx, actor }, process, type, data)
    return outcome
  })
  const message = 'Code confirmed.'
  if (result === 'locked') throw accessCodeLocked()
  if (result === 'confirmed before') return { message, secret: null }
  if (result === 'no code') throw incorrectCode(0)
  if ('secondsUntilNext' in result)
    throw rateLimited(
      result.secondsUntilNext,
      codeLimits.tries,
      'Too many incorrect codes. Request a new one.',
    )
  if ('secret' in result) return { message, secret: result.secret }
  throw incorrectCode(result.attemptsLeft)
}

function incorrectCode(attemptsLeft: number): AppError {
  return new AppError('invalid_code', errorText('refusals.incorrectCode'), { attempts_left: attemptsLeft })
}

/** The digits of a code as Latin ones; it may be entered in groups. @throws AppError `validation_error` */
export function readDigits(code: string): string {
  const digits = withLatinDigits(code.replace(/\s/g, ''))
  if (!/^\d{6}$/.test(digits)) throwIfInvalid({ code: [errorText('identity.codeHasSixDigits')] })
  return digits
}

async function enterAccessCode(tx: Tx, ctx: Ctx, session: SigningSession, code: string, secret: string) {
  const outcome = await tryAccessCode(tx, ctx, session, code)
  if (outcome !== 'correct') return outcome
  if (session.sessionId !== null) return 'confirmed before'
  // Counted in memory, without a second connection.
  await limitRequests('access_code', getActingSigner(ctx).tokenHash)
  return openSession(tx, ctx, session.signer.id, secret)
}

/** Only the sender ends the lock: programs are told to wait for long. */
function accessCodeLocked(): AppError {
  return new AppError('rate_limited', errorText('refusals.accessCodeLocked'), {
    reason: 'access_code_locked',
    retry_after: LOCKED_RETRY_SECONDS,
    rate_limit: codeLimits.tries,
  })
}

/**
 * The row lock serializes attempts. A code is valid for one browser, which may send it again. Without the session, as from
 * another browser or after the response with it was lost, it is no longer valid.
 */
async function tryCode(
  tx: Tx,
  ctx: Ctx,
  id: number,
  code: string,
  secret: string,
): Promise<Exclude<CodeResult, { secondsUntilNext: number }> | 'used up'> {
  const isOfSigner = and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, id))
  const [attempt] = await tx
    .update(signers)
    .set({ otpTries: sql`${signers.otpTries} + 1` })
    .where(and(isOfSigner, isNotNull(signers.otpHash), lt(signers.otpTries, codeLimits.tries)))
    .returning({
      hash: signers.otpHash,
      tries: signers.otpTries,
      sessionId: signers.otpSessionId,
      expiresAt: signers.otpExpiresAt,
    })
  if (!attempt) {
    const [row] = await tx.select({ hash: signers.otpHash }).from(signers).where(isOfSigner)
    return row?.hash ? 'used up' : 'no code'
  }
  if (!isCodeValid(attempt.expiresAt, ctx.now)) return { attemptsLeft: 0 }
  if (!sameSecret(attempt.hash ?? '', codeHash(id, code)))
    return { attemptsLeft: codeLimits.tries - attempt.tries }
  const session = attempt.sessionId === null ? await openSession(tx, ctx, id, secret) : null
  // A correct code does not count as an attempt.
  await tx
    .update(signers)
    .set({ otpTries: attempt.tries - 1, ...(session && { otpSessionId: session.sessionId }) })
    .where(isOfSigner)
  if (session) {
    // It has arrived: a message that the server took without an answer is not sent again.
    await withdrawCodes(tx, ctx, id)
    return session
  }
  return attempt.sessionId === getActingSigner(ctx).sessionId ? 'confirmed before' : 'no code'
}
