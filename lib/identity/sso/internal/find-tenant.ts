import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { findAccounts, findIdentity, type TenantRef } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import type { UserRow } from '#lib/identity/present'
import { whereActiveUser } from '#lib/identity/users/internal/users'
import { findEnforcedProvider } from '../enforced.ts'
import type { SsoProvider } from '../find-provider.ts'
import { SignInRefused } from '../sign-in-refused.ts'
import type { Identity } from './claims.ts'

/** The tenant of a user of the installation's provider: by the linked account, else by the email. */
export async function findTenant(provider: SsoProvider, { subject, email }: Identity): Promise<number> {
  const linked = await findIdentity(provider.issuer, subject)
  const user = linked ? await findUser(linked) : await findFirstLinkable(await findAccounts(email))
  if (!user) throw new SignInRefused('unknown_user')
  if (await findEnforcedProvider(user)) throw new SignInRefused('sso_required')
  return user.tenantId
}

/**
 * A user whose email is not confirmed may have been created by another person, who knows the password: such a user is
 * not linked, unless there is no password yet.
 */
async function findFirstLinkable(accounts: TenantRef[]): Promise<UserRow | null> {
  for (const account of accounts) {
    const user = await findUser(account)
    if (user && (user.emailConfirmedAt || user.passwordHash === null)) return user
  }
  return null
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
