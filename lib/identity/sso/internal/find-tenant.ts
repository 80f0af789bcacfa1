import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { findAccounts, findIdentities, type TenantRef } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import type { UserRow } from '#lib/identity/present'
import { whereActiveUser } from '#lib/identity/users/internal/users'
import { findEnforcedProvider } from '../enforced.ts'
import type { SsoProvider } from '../find-provider.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import type { Identity } from './claims.ts'

/**
 * The tenant of a user of the installation's provider: by the linked accounts, the oldest link first, else by the email.
 * Users who must sign in through the provider of their tenant do not count.
 */
export async function findTenant(provider: SsoProvider, { subject, email }: Identity): Promise<number> {
  const linked = await findUsers(await findIdentities(provider.issuer, subject))
  const found = [...linked, ...(await findUsers(await findAccounts(email))).filter(isLinkable)]
  if (found.length === 0) throw new SignInRefused('unknown_user')
  for (const user of found) if (!(await findEnforcedProvider(user))) return user.tenantId
  throw new SignInRefused('sso_required')
}

/**
 * A user whose email is not confirmed may have been created by another person, who knows the password: such a user is
 * not linked, unless there is no password yet.
 */
const isLinkable = (user: UserRow) => user.emailConfirmedAt !== null || user.passwordHash === null

async function findUsers(refs: TenantRef[]): Promise<UserRow[]> {
  const found = await Promise.all(refs.map(findUser))
  return found.filter((user) => user !== null)
}

async function findUser(ref: TenantRef): Promise<UserRow | null> {
  const [user] = await read(ref, (reader) =>
    reader
      .select()
      .from(users)
      .where(and(whereActiveUser(ref), eq(users.id, ref.id))),
  )
  return user ?? null
}
