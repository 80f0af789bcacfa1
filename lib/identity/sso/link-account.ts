import { type Tx, write } from '#db/tenancy/tenant'
import type { RequestMeta } from '#lib/core/ctx'
import { findActiveUser, lockTenantUsers } from '../users/internal/users.ts'
import { getInstallationProvider } from './find-provider.ts'
import { findLink, linkUser } from './internal/linked-user.ts'
import { findSso } from './internal/providers.ts'
import { type PendingLink, type ProviderAccount, SignInRefused } from './sign-in-refused.ts'

/**
 * Links the account to an administrator who has just signed in with the password, unless the address, the provider or
 * the account's user has changed since the sign-in at the provider.
 * @throws SignInRefused
 */
export async function linkAccount(
  requestMeta: RequestMeta,
  { tenantId, userId, email, account }: PendingLink,
): Promise<void> {
  await write({ tenantId }, async (tx) => {
    await lockTenantUsers(tx, { tenantId })
    const user = await findActiveUser(tx, { tenantId }, userId)
    const isSame = await isCurrentProvider(tx, tenantId, account)
    if (user.email !== email || !isSame) throw new SignInRefused('unknown_user')
    const scope = { ...requestMeta, tenantId }
    if ((await findLink(tx, scope, account))?.user) throw new SignInRefused('other_account')
    await linkUser(tx, scope, user, account)
  })
}

async function isCurrentProvider(tx: Tx, tenantId: number, { source, issuer }: ProviderAccount) {
  if (source === 'installation') return getInstallationProvider()?.issuer === issuer
  const sso = await findSso(tx, tenantId)
  return sso?.issuer === issuer && (sso.protocol === 'saml') === (source === 'saml')
}
