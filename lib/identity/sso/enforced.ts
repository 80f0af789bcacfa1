import { type Reader, read } from '#db/tenancy/tenant'
import { AppError } from '#lib/core/errors'
import type { UserRow } from '../present.ts'
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
