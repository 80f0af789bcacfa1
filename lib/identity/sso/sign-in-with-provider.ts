import { write } from '#db/tenancy/tenant'
import { recordRead } from '#lib/audit/reads'
import type { RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { maskEmail } from '#lib/core/text/mask-email'
import { textError } from '#lib/core/text/text'
import { factorRequired } from '../factors/internal/proofs.ts'
import type { LoginResult } from '../present.ts'
import { createLogin } from '../sessions/internal/create-login.ts'
import { makeSignInCtx } from '../sessions/internal/failed-sign-in.ts'
import type { SsoProvider } from './find-provider.ts'
import { parseIdentity } from './internal/claims.ts'
import { findTenant } from './internal/find-tenant.ts'
import { findLinkedUser } from './internal/linked-user.ts'
import { SignInRefused } from './sign-in-refused.ts'

/**
 * Creates a dashboard session for a person identified by a provider; the caller has validated the claims.
 * A tenant's provider signs in users of that tenant only.
 * @param freshSince when the provider must have asked the person at the earliest, in milliseconds
 * @throws SignInRefused, and AppError `second_factor_required` with a challenge for a user who has a second factor,
 * unless the provider has asked for one and the tenant trusts that. An operator always proves the own one: the
 * administrators of a tenant, who set its provider, must not become operators by it.
 */
export async function signInWithProvider(
  requestMeta: RequestMeta,
  provider: SsoProvider,
  claims: Record<string, unknown>,
  freshSince = 0,
): Promise<LoginResult> {
  try {
    // Providers may ignore that they are to ask again (OpenID Connect Core, 2; SAML 2.0 Core, 2.7.2).
    if (freshSince > 0 && !(Number(claims.auth_time) * 1000 >= freshSince))
      throw new SignInRefused('not_asked_again')
    return await signInPerson(requestMeta, provider, claims)
  } catch (error) {
    if (error instanceof SignInRefused && provider.tenant)
      recordRefusedSignIn(requestMeta, provider, provider.tenant.id, {
        reason: error.reason,
        email: claims.email,
      })
    throw error
  }
}

async function signInPerson(
  requestMeta: RequestMeta,
  provider: SsoProvider,
  claims: Record<string, unknown>,
): Promise<LoginResult> {
  const identity = parseIdentity(provider, claims)
  const { sessionEndsAt } = identity
  if (sessionEndsAt && sessionEndsAt <= requestMeta.now) throw new SignInRefused('session_ended')
  const tenantId = provider.tenant?.id ?? (await findTenant(provider, identity))
  // An error is thrown after the transaction, so that the challenge is committed.
  const outcome = await write({ tenantId }, async (tx) => {
    const user = await findLinkedUser(tx, { ...requestMeta, tenantId }, provider, identity)
    if (user.operator && provider.tenant && !user.secondFactor)
      throw new SignInRefused('operator_needs_factor')
    const hasProvedFactor = identity.hasSecondFactor && !user.operator
    if (user.secondFactor && !hasProvedFactor) {
      const owner = { tenantId, userId: user.id }
      const { issuer, protocol } = provider
      const challengeUse = {
        ...{ purpose: 'sign_in' as const, sessionId: null, issuer, protocol },
        sessionEndsAt,
      }
      return factorRequired(tx, owner, challengeUse, requestMeta.now)
    }
    const data = { session: 'dashboard' as const, method: provider.protocol, issuer: provider.issuer }
    return createLogin(tx, requestMeta, user, data, { hasProvedFactor, sessionEndsAt })
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** Records that the provider of a tenant has identified somebody who may not sign in. */
function recordRefusedSignIn(
  requestMeta: RequestMeta,
  { issuer }: SsoProvider,
  tenantId: number,
  { reason, email }: { reason: string; email: unknown },
): void {
  // Masked: an erasure could not remove the address of a stranger from the chain.
  const isText = typeof email === 'string' && textError(email) === null
  const address = isText ? maskEmail(email.slice(0, 254).toLowerCase()) : null
  recordRead(makeSignInCtx(requestMeta, tenantId), {
    type: 'tenant.sign_in_refused',
    subject: { tenant: tenantId },
    data: { issuer, reason, email: address },
  })
}
