import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { RequestMeta } from '#lib/core/ctx'
import { isEmailConfirmed } from '#lib/identity/account/confirmed'
import type { FactorMethod } from '#lib/identity/factors/rules'
import type { SignInResult, UserRow } from '#lib/identity/present'
import type { SsoProvider } from '#lib/identity/sso/find-provider'
import { makeUserCtx, whereActiveUser } from '#lib/identity/users/internal/users'
import { openSession, type SessionRow } from './sessions.ts'

/**
 * Creates a session for a user who has passed all checks of the sign-in; the caller has locked the user.
 * @param options.hasProvedFactor here, or at a provider that the tenant trusts
 * @param options.sessionEndsAt when the provider wants the session to end, if it does
 */
export async function createLogin(
  tx: Tx,
  requestMeta: RequestMeta,
  user: UserRow,
  data: {
    session: SessionRow['kind']
    second_factor?: FactorMethod
    method?: SsoProvider['protocol']
    issuer?: string
  },
  {
    hasProvedFactor = data.second_factor !== undefined,
    sessionEndsAt = null,
  }: { hasProvedFactor?: boolean; sessionEndsAt?: Date | null } = {},
): Promise<SignInResult> {
  const { tenantId, id, name, email } = user
  await tx
    .update(users)
    .set({ lastLoginAt: requestMeta.now })
    .where(and(whereActiveUser({ tenantId }), eq(users.id, id)))
  // Without a password, signing in again is the only way to prove the factor again.
  const factorConfirmedAt = hasProvedFactor && user.passwordHash === null ? requestMeta.now : null
  const newSession = { tenantId, userId: id, kind: data.session, factorConfirmedAt, sessionEndsAt }
  const { token, sessionId } = await openSession(tx, requestMeta, newSession)
  const ctx = makeUserCtx(requestMeta, user, sessionId)
  await record(tx, ctx, { type: 'user.signed_in', subject: { user: id }, data })
  return {
    token,
    user: { id, name, email: email ?? '' },
    emailConfirmed: isEmailConfirmed(user),
    issuer: data.issuer ?? null,
  }
}
