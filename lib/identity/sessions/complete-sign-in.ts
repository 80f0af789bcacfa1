import { write } from '#db/tenancy/tenant'
import type { RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { challengeExpired, findValidChallenge } from '../factors/internal/challenges.ts'
import { lockUserIfActive } from '../factors/internal/owner.ts'
import { redeemChallenge } from '../factors/internal/proofs.ts'
import type { SecondFactor } from '../factors/schema.ts'
import type { SignInResult } from '../present.ts'
import { makeUserCtx } from '../users/internal/users.ts'
import { createLogin } from './internal/create-login.ts'
import { countFactorAttempt } from './internal/login-limits.ts'
import type { SessionRow } from './internal/sessions.ts'
import { type ApiLogin, toApiLogin } from './login.ts'

const SIGN_IN = { purpose: 'sign_in' as const, sessionId: null }

/** Exchanges the challenge of a login and a second factor for an access token. */
export async function loginWithFactor(requestMeta: RequestMeta, input: SecondFactor): Promise<ApiLogin> {
  return toApiLogin(await completeSignIn(requestMeta, input, 'token'))
}

/**
 * The second step of a sign-in, after the password or a provider: creates the session, for the API or the dashboard.
 */
export async function completeSignIn(
  requestMeta: RequestMeta,
  { challenge, ...proof }: SecondFactor,
  kind: SessionRow['kind'],
): Promise<SignInResult> {
  const pending = await findValidChallenge(challenge, SIGN_IN, requestMeta.now)
  const { tenantId, userId } = pending
  // A passkey cannot be guessed: others who know the password cannot lock its owner out.
  const attempt = proof.passkey ? null : await countFactorAttempt(userId)
  // An error is thrown after the transaction, so that the attempt counts.
  const outcome = await write({ tenantId, claim: requestMeta.claim }, async (tx) => {
    const user = await lockUserIfActive(tx, { tenantId, userId })
    if (!user) return challengeExpired(SIGN_IN)
    const method = await redeemChallenge(tx, makeUserCtx(requestMeta, user), pending, proof)
    if (method instanceof AppError) return method
    const { issuer, protocol, sessionEndsAt } = pending
    const start = issuer === null ? {} : { method: protocol ?? 'oidc', issuer }
    const data = { session: kind, second_factor: method, ...start }
    return createLogin(tx, requestMeta, user, data, { sessionEndsAt })
  })
  if (outcome instanceof AppError) throw outcome
  await attempt?.succeeded()
  return outcome
}
