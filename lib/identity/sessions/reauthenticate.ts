import { and, eq } from 'drizzle-orm'
import { sessions } from '#db/schema/identity'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { AppError, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize, REAUTHENTICATION_MINUTES } from '#lib/policy'
import { findValidChallenge } from '../factors/internal/challenges.ts'
import { getFactorOwner, lockUser } from '../factors/internal/owner.ts'
import { factorRequired, redeemChallenge } from '../factors/internal/proofs.ts'
import type { FactorMethod } from '../factors/rules.ts'
import type { SecondFactor } from '../factors/schema.ts'
import { passwordMatches } from '../passwords/password.ts'
import type { Reauthenticate } from '../schema.ts'
import { findActiveUser } from '../users/internal/users.ts'
import { countFactorAttempt, countLoginAttempt } from './internal/login-limits.ts'

const NO_PASSWORD = errorText('identity.noPassword')

/**
 * Confirms the password of a signed-in user, and in a second step the second factor of a user who has one. The user may
 * then change API keys, email addresses, roles, webhooks and factors for `REAUTHENTICATION_MINUTES`.
 */
export async function reauthenticate(ctx: Ctx, input: Reauthenticate): Promise<{ message: string }> {
  authorize(ctx, 'session.reauthenticate')
  const { password, challenge, ...proof } = input
  if (challenge === undefined) await confirmPassword(ctx, password ?? '')
  else await confirmFactor(ctx, { challenge, ...proof })
  return { message: `Confirmed for ${REAUTHENTICATION_MINUTES} minutes.` }
}

async function confirmPassword(ctx: Ctx, password: string): Promise<void> {
  const { sessionId, ...owner } = getFactorOwner(ctx)
  const { email, passwordHash } = await read(ctx, (reader) => findActiveUser(reader, ctx, owner.userId))
  // Limited by user id, not by IP address or token: a refreshed token gives no new attempts.
  const attempt = await countLoginAttempt(ctx, email ?? '', `user ${owner.userId}`)
  if (!(await passwordMatches(passwordHash, password)))
    throw validationError({
      password: [passwordHash ? errorText('identity.incorrectPassword') : NO_PASSWORD],
    })
  await attempt.succeeded()
  const required = await write(ctx, async (tx) => {
    const { secondFactor } = await lockUser(tx, owner)
    if (secondFactor) return factorRequired(tx, owner, { purpose: 'reauthentication', sessionId }, ctx.now)
    return confirmSession(tx, ctx, sessionId, {})
  })
  if (required) throw required
}

async function confirmFactor(ctx: Ctx, { challenge, ...proof }: SecondFactor): Promise<void> {
  const { sessionId, ...owner } = getFactorOwner(ctx)
  const pending = await findValidChallenge(challenge, { purpose: 'reauthentication', sessionId }, ctx.now)
  const attempt = proof.passkey ? null : await countFactorAttempt(owner.userId)
  const confirm = async (tx: Tx) => {
    await lockUser(tx, owner)
    const method = await redeemChallenge(tx, ctx, pending, proof)
    if (method instanceof AppError) return method
    return confirmSession(tx, ctx, sessionId, { second_factor: method })
  }
  // A recovery code is recorded before the session, which may be signed out at the same time.
  const refusal = await write(ctx, confirm, { deadlockRetries: 1 })
  if (refusal) throw refusal
  await attempt?.succeeded()
}

async function confirmSession(
  tx: Tx,
  ctx: Ctx,
  sessionId: number,
  data: { second_factor?: FactorMethod },
): Promise<null> {
  const { tenantId } = ctx
  await tx
    .update(sessions)
    .set({ authenticatedAt: ctx.now, ...(data.second_factor && { factorConfirmedAt: ctx.now }) })
    .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, sessionId)))
  await record(tx, ctx, { type: 'user.reauthenticated', subject: { user: getFactorOwner(ctx).userId }, data })
  return null
}
