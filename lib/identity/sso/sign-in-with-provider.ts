import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import type { LoginResult, UserRow } from '../present.ts'
import { openSession } from '../sessions/internal/sessions.ts'
import { activeUsers } from '../users/internal/users.ts'
import type { OidcProvider } from './find-provider.ts'
import { identityOf } from './internal/claims.ts'
import { linkedUser } from './internal/linked-user.ts'
import { tenantOf } from './internal/tenant-of.ts'

/**
 * Creates a dashboard session for the person whom an OpenID provider vouches for; next-auth has validated the claims.
 * A tenant's provider reaches users of this tenant only.
 * @throws SignInRefused
 */
export async function signInWithProvider(
  requestMeta: RequestMeta,
  provider: OidcProvider,
  claims: Record<string, unknown>,
): Promise<LoginResult> {
  const identity = identityOf(provider, claims)
  const tenantId = provider.tenant?.id ?? (await tenantOf(provider, identity))
  return write({ tenantId }, async (tx) => {
    const user = await linkedUser(tx, { ...requestMeta, tenantId }, provider, identity)
    return createLogin(tx, requestMeta, user, provider)
  })
}

async function createLogin(
  tx: Tx,
  requestMeta: RequestMeta,
  user: UserRow,
  provider: OidcProvider,
): Promise<LoginResult> {
  const { tenantId, id, name, role, locale } = user
  const email = user.email ?? ''
  await tx
    .update(users)
    .set({ lastLoginAt: requestMeta.now })
    .where(and(activeUsers({ tenantId }), eq(users.id, id)))
  const { token, sessionId } = await openSession(tx, requestMeta, { tenantId, userId: id, kind: 'dashboard' })
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
  const data = { session: 'dashboard', method: 'oidc', issuer: provider.issuer }
  await record(tx, ctx, { type: 'user.signed_in', subject: { user: id }, data })
  return { token, user: { id, name, email } }
}
