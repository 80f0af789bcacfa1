import { write } from '#db/tenancy/tenant'
import type { RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { factorRequired } from '../factors/internal/proofs.ts'
import type { LoginResult } from '../present.ts'
import { createLogin } from '../sessions/internal/create-login.ts'
import type { OidcProvider } from './find-provider.ts'
import { parseIdentity } from './internal/claims.ts'
import { findTenant } from './internal/find-tenant.ts'
import { findLinkedUser } from './internal/linked-user.ts'

/**
 * Creates a dashboard session for a person identified by an OpenID provider; next-auth has validated the claims.
 * A tenant's provider signs in users of that tenant only.
 * @throws SignInRefused, and AppError `second_factor_required` with a challenge for a user who has a second factor,
 * unless the provider has asked for one and the tenant trusts that
 */
export async function signInWithProvider(
  requestMeta: RequestMeta,
  provider: OidcProvider,
  claims: Record<string, unknown>,
): Promise<LoginResult> {
  const identity = parseIdentity(provider, claims)
  const tenantId = provider.tenant?.id ?? (await findTenant(provider, identity))
  // An error is thrown after the transaction, so that the challenge is committed.
  const outcome = await write({ tenantId }, async (tx) => {
    const user = await findLinkedUser(tx, { ...requestMeta, tenantId }, provider, identity)
    if (user.secondFactor && !identity.hasSecondFactor) {
      const owner = { tenantId, userId: user.id }
      const { issuer } = provider
      return factorRequired(tx, owner, { purpose: 'sign_in', sessionId: null, issuer }, requestMeta.now)
    }
    const data = { session: 'dashboard' as const, method: 'oidc' as const, issuer: provider.issuer }
    return createLogin(tx, requestMeta, user, data, identity.hasSecondFactor)
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}
