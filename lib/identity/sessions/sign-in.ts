import { and, eq, inArray } from 'drizzle-orm'
import type { TenantRef } from '#db/cross-tenant'
import { users } from '#db/schema/identity'
import { read, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { findAccount } from '../account/internal/accounts.ts'
import type { LoginResult, UserRow } from '../present.ts'
import type { Login } from '../schema.ts'
import { assertPasswordAllowed } from '../sso/enforced.ts'
import { activeUsers } from '../users/internal/users.ts'
import { countLoginAttempt } from './internal/login-limits.ts'
import { openSession, type SessionRow } from './internal/sessions.ts'

/**
 * Creates a session from email and password, for the API (`token`) or the dashboard. `device` is the id of a browser
 * known to the account.
 */
export async function signIn(
  requestMeta: RequestMeta,
  { email, password }: Login,
  kind: SessionRow['kind'],
  device: string | null,
): Promise<LoginResult> {
  const attempt = await countLoginAttempt(requestMeta, email, device)
  const { account, hashes } = await findAccount(email, password)
  const user = await userOf(account)
  if (!user) throw invalidCredentials()
  await attempt.succeeded()
  await assertPasswordAllowed(user)
  return createLogin(requestMeta, user, { email, hashes }, kind)
}

/** The user of the account. Without an account the same query runs, so that the duration is the same. */
async function userOf(account: TenantRef | null) {
  const { tenantId, id } = account ?? { tenantId: 0, id: 0 }
  const [user] = await read({ tenantId }, (reader) =>
    reader
      .select()
      .from(users)
      .where(and(activeUsers({ tenantId }), eq(users.id, id))),
  )
  return user ?? null
}

function createLogin(
  requestMeta: RequestMeta,
  { tenantId, id, name, role, locale }: UserRow,
  { email, hashes }: { email: string; hashes: string[] },
  kind: SessionRow['kind'],
): Promise<LoginResult> {
  return write({ tenantId, claim: requestMeta.claim }, async (tx) => {
    const [updated] = await tx
      .update(users)
      .set({ lastLoginAt: requestMeta.now })
      // The hash is compared again: the password may have been changed meanwhile.
      .where(and(activeUsers({ tenantId }), eq(users.id, id), inArray(users.passwordHash, hashes)))
      .returning({ id: users.id })
    if (!updated) throw invalidCredentials()
    const { token, sessionId } = await openSession(tx, requestMeta, { tenantId, userId: id, kind })
    const actor = {
      type: 'user' as const,
      id,
      name,
      email,
      role,
      sessionId,
      authenticatedAt: requestMeta.now,
    }
    const ctx: Ctx = { ...requestMeta, tenantId, actor, testMode: false, locale }
    await record(tx, ctx, { type: 'user.signed_in', subject: { user: id }, data: { session: kind } })
    return { token, user: { id, name, email } }
  })
}

function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'The email address or the password is wrong.')
}
