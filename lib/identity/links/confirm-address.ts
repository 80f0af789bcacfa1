import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { findAccounts, findLogin } from '#db/tenancy/cross-tenant'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { errorText } from '#lib/messages/errors'
import { isDuplicate } from '../internal/unique.ts'
import type { UserRow } from '../present.ts'
import { linkInvalid } from '../refusals.ts'
import type { AddressConfirmation } from '../schema.ts'
import { findSuspended, lockTenantUsers, whereActiveUser } from '../users/internal/users.ts'
import { confirmTenant } from './internal/confirmation.ts'
import { findLinkOwner } from './internal/link-owner.ts'
import { withdrawLinks } from './internal/withdraw-links.ts'
import { clearedAddressChange, clearedRecovery } from './link-tokens.ts'

/**
 * Confirms an email address by the link sent to it: the address of a sign-up, or a new one, which replaces the old.
 * Links sent to the old address stop working.
 */
export async function confirmAddress(
  requestMeta: RequestMeta,
  { token }: { token: string },
): Promise<AddressConfirmation> {
  const owner = await findLinkOwner('address', token, requestMeta.now)
  const email = owner?.user.pendingEmail
  if (!owner || !email) throw linkInvalid()
  const { id, name, role, email: oldEmail, tenantId } = owner.user
  const actor = {
    type: 'user' as const,
    id,
    name,
    email,
    role,
    sessionId: 0,
    authenticatedAt: requestMeta.now,
  }
  const ctx: Ctx = { ...requestMeta, tenantId, actor, testMode: false }
  const isChanged = email !== oldEmail
  await write(ctx, async (tx) => {
    await lockTenantUsers(tx, ctx)
    if (isChanged && (await findSuspended(tx, ctx, email))) throw emailTakenInTenant(email)
    const [updatedRow] = await tx
      .update(users)
      .set({
        email,
        emailConfirmedAt: requestMeta.now,
        ...clearedAddressChange,
        ...(isChanged ? clearedRecovery : {}),
        updatedAt: requestMeta.now,
      })
      // The hash is compared again: the link may have been used or replaced meanwhile.
      .where(and(whereActiveUser(ctx), eq(users.id, id), eq(users.addressHash, sha256Hex(token))))
      .returning({ id: users.id })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? emailTakenInTenant(email) : error
      })
    if (!updatedRow) throw linkInvalid()
    await withdrawLinks(tx, ctx, id, isChanged ? ['address', 'recovery'] : ['address'])
    if (owner.confirmsTenant) await confirmTenant(tx, tenantId)
    const subject = { user: id }
    if (isChanged) {
      const data = { user_id: id, name, from: oldEmail, to: email }
      await record(tx, ctx, { type: 'user.address_changed', subject, data })
    } else await record(tx, ctx, { type: 'user.address_confirmed', subject, data: { user_id: id, email } })
  })
  if (isChanged && (await findAccounts(email)).some((account) => account.id !== id))
    return {
      message: `You sign in with ${email} from now on. There is another account with this address: if both have the same password, signing in may open that one. In that case choose another password for this account with “Forgot your password?”.`,
      outcome: 'address_shared',
    }
  if (isChanged) return { message: `You sign in with ${email} from now on.`, outcome: 'changed' }
  if (!(await isPasswordShared(owner.user, email)))
    return { message: `${email} is confirmed.`, outcome: 'confirmed' }
  return {
    message: `${email} is confirmed. Another account with this address has the same password, so signing in would open that one. Choose another password for this account with “Forgot your password?”.`,
    outcome: 'password_shared',
  }
}

/** Whether another tenant has an account with this email, password and salt, which the login would choose. */
async function isPasswordShared({ id, passwordHash }: UserRow, email: string): Promise<boolean> {
  const login = passwordHash ? await findLogin(email, [passwordHash]) : null
  return login !== null && login.id !== id
}

function emailTakenInTenant(email: string) {
  return validationError({
    token: [errorText('identity.emailOfAnotherUser', { email })],
  })
}
