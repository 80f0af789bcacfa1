import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { type FieldErrors, validationError } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { errorText } from '#lib/messages/errors'
import { findAccount, hashForAddress } from '../account/internal/accounts.ts'
import { confirmTenant, isUnconfirmed } from '../links/internal/confirmation.ts'
import { findLinkOwner, type LinkKind } from '../links/internal/link-owner.ts'
import { withdrawLinks } from '../links/internal/withdraw-links.ts'
import { clearedAddressChange, clearedInvitation, clearedRecovery } from '../links/link-tokens.ts'
import { LINK_INVALID, linkInvalid } from '../refusals.ts'
import type { ChoosePassword } from '../schema.ts'
import { countLoginAttempt, resetLoginAttempts } from '../sessions/internal/login-limits.ts'
import { endLogins } from '../sessions/internal/sessions.ts'
import { assertPasswordAllowed } from '../sso/enforced.ts'
import { lockTenantUsers, makeUserCtx, whereActiveUser } from '../users/internal/users.ts'
import { passwordError } from './password-rules.ts'
import { endPreviousAccess, takesOver } from './take-over.ts'

const TAKEN_OVER =
  ' API keys, webhooks, second factors, the identity provider, other users, the sender of emails, the seal, the signing service and consent texts of the organisation were removed. Its documents and templates were kept.'
const PASSWORD_OF_OTHER_ACCOUNT = errorText('identity.passwordOfOtherAccount')

type PasswordLink = Exclude<LinkKind, 'address'>

const hashColumns = { invitation: users.invitationHash, recovery: users.recoveryHash }

/**
 * Sets a password by an emailed link, once. All earlier links and sessions end, and so does a pending change of the
 * address, which somebody who knew the old password may have begun.
 * @param endOtherAccess what else ends with the access of those who signed the organisation up, in the same transaction
 * @throws AppError `sso_required`, and the link stays valid
 */
export async function choosePassword(
  requestMeta: RequestMeta,
  kind: PasswordLink,
  input: ChoosePassword,
  endOtherAccess?: (tx: Tx, ctx: Ctx) => Promise<void>,
): Promise<{ message: string }> {
  const { token, password } = input
  const { owner, errors } = await validate(requestMeta, kind, input)
  const isTakenOver = owner !== null && takesOver(kind, owner)
  // A take-over removes the provider.
  if (owner && !isTakenOver) await assertPasswordAllowed(owner.user)
  if (!owner || Object.keys(errors).length > 0) throw validationError(errors)
  const { user } = owner
  const email = user.email ?? ''
  const passwordHash = await hashForAddress(email, password)
  // A refused password tells that it is that of another account, and leaves the link valid.
  await countLoginAttempt(requestMeta, email, `password by link of user ${user.id}`)
  const { account } = await findAccount(email, password)
  if (account && account.id !== user.id) throw validationError({ password: [PASSWORD_OF_OTHER_ACCOUNT] })
  const ctx = makeUserCtx(requestMeta, isTakenOver ? { ...user, role: 'tenant_admin' } : user)
  const choose = async (tx: Tx) => {
    if (owner.confirmsTenant) await lockTenantUsers(tx, ctx)
    const [updatedRow] = await tx
      .update(users)
      .set({
        passwordHash,
        emailConfirmedAt: user.emailConfirmedAt ?? requestMeta.now,
        ...clearedInvitation,
        ...clearedRecovery,
        ...clearedAddressChange,
        updatedAt: requestMeta.now,
      })
      // The hash is compared again: of two concurrent requests only one succeeds. Who has confirmed meanwhile loses nothing.
      .where(
        and(
          whereActiveUser(ctx),
          eq(users.id, user.id),
          eq(hashColumns[kind], sha256Hex(token)),
          isTakenOver ? isUnconfirmed : undefined,
        ),
      )
      .returning({ id: users.id })
    if (!updatedRow) throw linkInvalid()
    await withdrawLinks(tx, ctx, user.id)
    if (owner.confirmsTenant) await confirmTenant(tx, ctx.tenantId)
    // Sessions before the trail of their user, as where a session ends.
    await endLogins(tx, { tenantId: ctx.tenantId, userId: user.id }, requestMeta.now)
    if (isTakenOver) {
      await endPreviousAccess(tx, ctx, user)
      await endOtherAccess?.(tx, ctx)
    }
    const data = { user_id: user.id, by: kind }
    await record(tx, ctx, { type: 'user.password_changed', subject: { user: user.id }, data })
  }
  // A hand-over in person locks its process before its session, a take-over the other way round.
  await write(ctx, choose, { deadlockRetries: 1 })
  await resetLoginAttempts(requestMeta, email)
  const ended = isTakenOver ? TAKEN_OVER : ''
  return { message: `Password set. You can now sign in.${ended}` }
}

async function validate(requestMeta: RequestMeta, kind: PasswordLink, { token, password }: ChoosePassword) {
  const owner = await findLinkOwner(kind, token, requestMeta.now)
  const { user, tenantName } = owner ?? {}
  const error = await passwordError(password, {
    email: user?.email ?? undefined,
    name: user?.name,
    tenantName,
  })
  const errors: FieldErrors = {
    ...(owner ? {} : { token: [LINK_INVALID] }),
    ...(error ? { password: [error] } : {}),
  }
  return { owner, errors }
}
