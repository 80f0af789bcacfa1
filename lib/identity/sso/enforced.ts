import { and, eq, ne } from 'drizzle-orm'
import { userIdentities } from '#db/schema/identity-sign-in'
import { type Reader, read } from '#db/tenancy/tenant'
import { AppError } from '#lib/core/errors'
import { domainOf } from '#lib/mail/sender'
import type { UserRow } from '../present.ts'
import { emailNotOfProvider } from '../refusals.ts'
import { findSso, type SsoRow } from './internal/providers.ts'
import { signInUrl } from './links.ts'

type SignInUser = Pick<UserRow, 'tenantId' | 'role' | 'operator'>

/**
 * The provider of the tenant if this user must sign in through it; else null. Administrators, of the tenant or
 * the installation, may always use their password, so that a failing provider locks no tenant out.
 */
export async function findEnforcedProvider(
  { tenantId, role, operator }: SignInUser,
  reader?: Reader,
): Promise<SsoRow | null> {
  if (role === 'tenant_admin' || operator) return null
  const find = (reader: Reader) => findSso(reader, tenantId)
  const sso = await (reader ? find(reader) : read({ tenantId }, find))
  return sso?.enforced ? sso : null
}

/**
 * Refuses to give a user a way in that leads nowhere: they must sign in through the provider of the tenant, which does not
 * accept their address, and they have no account there.
 * @throws AppError `validation_error` under `email`
 */
export async function assertCanSignIn(reader: Reader, user: UserRow): Promise<void> {
  const sso = await findEnforcedProvider(user, reader)
  const domain = domainOf(user.email ?? '')
  if (!sso || sso.domains.includes(domain)) return
  const { tenantId, userId, issuer, source } = userIdentities
  const whereLinked = and(
    eq(tenantId, user.tenantId),
    eq(userId, user.id),
    eq(issuer, sso.issuer),
    ne(source, 'installation'),
  )
  if ((await reader.$count(userIdentities, whereLinked)) === 0) throw emailNotOfProvider(domain)
}

/** The page on which this user must sign in, as no password of theirs is accepted; null: a password is. */
export async function findEnforcedPage(user: SignInUser, reader?: Reader): Promise<string | null> {
  const sso = await findEnforcedProvider(user, reader)
  return sso && signInUrl(sso.handle)
}

/** @throws AppError `sso_required` if the user may not sign in with a password */
export async function assertPasswordAllowed(user: SignInUser): Promise<void> {
  const sign_in_url = await findEnforcedPage(user)
  if (!sign_in_url) return
  const message = `Your organisation requires that you sign in through its identity provider: ${sign_in_url}`
  throw new AppError('sso_required', message, { sign_in_url })
}
