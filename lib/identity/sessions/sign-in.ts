import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { TenantRef } from '#db/tenancy/cross-tenant'
import { read, write } from '#db/tenancy/tenant'
import type { RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { isEmailConfirmed } from '../account/confirmed.ts'
import { findAccount } from '../account/internal/accounts.ts'
import { lockUserIfActive } from '../factors/internal/owner.ts'
import { factorRequired } from '../factors/internal/proofs.ts'
import type { SignInResult } from '../present.ts'
import type { Login } from '../schema.ts'
import { assertPasswordAllowed } from '../sso/enforced.ts'
import { whereActiveUser } from '../users/internal/users.ts'
import { createLogin } from './internal/create-login.ts'
import { recordFailedSignIn } from './internal/failed-sign-in.ts'
import { countLoginAttempt } from './internal/login-limits.ts'
import type { SessionRow } from './internal/sessions.ts'

const SIGN_IN = { purpose: 'sign_in' as const, sessionId: null }

/**
 * Creates a session from email and password, for the API (`token`) or the dashboard. A user with a second factor gets
 * an error with a challenge instead. `device` is the id of a browser known to the account.
 */
export async function signIn(
  requestMeta: RequestMeta,
  { email, password }: Login,
  kind: SessionRow['kind'],
  device: string | null,
): Promise<SignInResult> {
  const attempt = await countLoginAttempt(requestMeta, email, device).catch(async (error: unknown) => {
    await recordFailedSignIn(requestMeta, email, kind, 'rate_limited')
    throw error
  })
  const { account, hashes } = await findAccount(email, password)
  const user = await findUser(account)
  if (!user) {
    await recordFailedSignIn(requestMeta, email, kind, 'wrong_password')
    throw invalidCredentials()
  }
  if (isEmailConfirmed(user)) await attempt.succeeded()
  else await attempt.succeededUnconfirmed(`${user.id} ${user.passwordHash}`)
  await assertPasswordAllowed(user)
  const { tenantId, id: userId } = user
  // An error is thrown after the transaction, so that the challenge is committed.
  const outcome = await write({ tenantId, claim: requestMeta.claim }, async (tx) => {
    const current = await lockUserIfActive(tx, { tenantId, userId })
    // The hash is compared again: the password may have been changed meanwhile.
    if (!current || !hashes.includes(current.passwordHash ?? '')) return invalidCredentials()
    return current.secondFactor
      ? factorRequired(tx, { tenantId, userId }, SIGN_IN, requestMeta.now)
      : createLogin(tx, requestMeta, current, { session: kind })
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** The user of the account. Without an account the same query runs, so that the duration is the same. */
async function findUser(account: TenantRef | null) {
  const { tenantId, id } = account ?? { tenantId: 0, id: 0 }
  const [user] = await read({ tenantId }, (reader) =>
    reader
      .select()
      .from(users)
      .where(and(whereActiveUser({ tenantId }), eq(users.id, id))),
  )
  return user ?? null
}

function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'The email address or the password is wrong.')
}
