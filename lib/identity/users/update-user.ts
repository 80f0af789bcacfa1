import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { isDuplicate } from '../internal/unique.ts'
import { withdrawLinks } from '../links/internal/withdraw-links.ts'
import { clearedAddressChange, clearedRecovery, newAddressChange } from '../links/link-tokens.ts'
import { presentUser, type UserRow } from '../present.ts'
import { emailOfSuspendedUser, emailTaken } from '../refusals.ts'
import { userStatus } from '../rules.ts'
import type { UserChange, UserRecord } from '../schema.ts'
import { assertCanSignIn } from '../sso/enforced.ts'
import { requireCanAssignRole, requireCanManage } from './internal/managed-roles.ts'
import { unlinkProvider } from './internal/provider-links.ts'
import {
  assertAdminRemains,
  findActiveUser,
  findSuspended,
  invite,
  lockUsers,
  whereActiveUser,
} from './internal/users.ts'
import { setOperator } from './operator.ts'

/** A change by a directory also has its id of the user; null: removed. */
export interface DirectoryChange extends UserChange {
  externalId?: string | null
}

/**
 * Changes a user's name, email, role or language; a new role applies from the next request on. A new email applies once
 * it is confirmed: by the link sent to it or, for an invited user, by accepting the invitation. The present email, as the
 * only member, cancels that. An operator whose email somebody else changes is one no longer.
 */
export async function updateUser(ctx: Ctx, id: number, input: UserChange): Promise<UserRecord> {
  authorize(ctx, 'user.manage')
  return write(ctx, async (tx) => {
    await lockUsers(tx, ctx)
    const { email, ...others } = input
    const { email: presentEmail } = await findActiveUser(tx, ctx, id)
    // A record that is sent back has the present email, too: only by itself it cancels a pending change.
    const isSentBack = email === presentEmail && Object.keys(others).length > 0
    return presentUser(tx, ctx, await changeUser(tx, ctx, id, isSentBack ? others : input))
  })
}

/** Like `updateUser`, within a transaction; call `lockUsers` before. */
export async function changeUser(tx: Tx, ctx: Ctx, id: number, change: DirectoryChange): Promise<UserRow> {
  authorize(ctx, 'user.manage')
  const before = await findActiveUser(tx, ctx, id)
  requireCanManage(ctx, before)
  const {
    name = before.name,
    role = before.role,
    locale = before.locale,
    externalId = before.externalId,
    email,
  } = change
  if (role !== before.role) await authorizeRoleChange(tx, ctx, before)
  if (role !== before.role && role === 'tenant_admin') await unlinkProvider(tx, ctx, id)
  const hasNewEmail = email !== undefined && email !== before.email
  if (hasNewEmail) await authorizeEmailChange(tx, ctx, before, email)
  // With the new mailbox the password can be chosen, and then a first second factor set up.
  if (hasNewEmail && !isOwnChange(ctx, id)) await setOperator(tx, ctx, id, false)
  const isInvited = userStatus(before) === 'invited'
  const [after] = await tx
    .update(users)
    .set({
      name,
      role,
      locale,
      externalId,
      updatedAt: ctx.now,
      // A pending email change was authorized for the old role only.
      ...(role !== before.role ? clearedAddressChange : {}),
      ...emailColumns(before, email, isInvited, ctx.now),
    })
    .where(and(whereActiveUser(ctx), eq(users.id, id)))
    .returning()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? emailTaken() : error
    })
  if (after!.addressHash !== before.addressHash) await withdrawLinks(tx, ctx, id, ['address'])
  if (after!.recoveryHash !== before.recoveryHash) await withdrawLinks(tx, ctx, id, ['recovery'])
  await recordUserChanges(tx, ctx, before, after!)
  if (!hasNewEmail) return after!
  if (!isInvited || before.lastLoginAt)
    await recordAddressChange(tx, ctx, before, { to: email, isConfirmed: !isInvited })
  if (!isInvited) return after!
  await assertCanSignIn(tx, after!)
  return invite(tx, ctx, after!)
}

/** Records a new address, of which the owner of the old one learns. */
export async function recordAddressChange(
  tx: Tx,
  ctx: Ctx,
  { id, name, email, suspendedEmail }: UserRow,
  { to, isConfirmed }: { to: string; isConfirmed: boolean },
): Promise<void> {
  const data = {
    user_id: id,
    name,
    from: email ?? suspendedEmail,
    to,
    // It counts at once: the user accepts an invitation there.
    ...(!isConfirmed && { immediate: true }),
  }
  await record(tx, ctx, { type: 'user.address_change_requested', subject: { user: id }, data })
}

/** The changed columns of an email change: `email` directly for an invited user, else the pending change. */
function emailColumns(before: UserRow, email: string | undefined, isInvited: boolean, time: Date) {
  if (email === undefined) return {}
  if (email !== before.email)
    return isInvited ? { email, emailConfirmedAt: null, ...clearedRecovery } : newAddressChange(email, time)
  // The pending confirmation of a sign-up stays; a pending change to another email is cancelled.
  return before.pendingEmail === email ? {} : clearedAddressChange
}

/** By the user in person, not by an API key that the user has made. */
function isOwnChange({ actor }: Ctx, userId: number): boolean {
  return actor.type === 'user' && actor.id === userId
}

/** Users cannot change their own role, and one administrator must remain. */
async function authorizeRoleChange(tx: Tx, ctx: Ctx, user: UserRow): Promise<void> {
  authorize(ctx, 'user.change_role')
  await assertAdminRemains(tx, ctx, user)
  if (getActingUser(ctx)?.id === user.id) throw forbidden(errorText('refusals.ownRole'))
}

/** The owner of the new mailbox can reset the password, so a changed email passes on the rights of the user's role. */
export async function authorizeEmailChange(tx: Tx, ctx: Ctx, user: UserRow, email: string): Promise<void> {
  authorize(ctx, 'user.change_address')
  requireCanAssignRole(ctx, user.role)
  if (await isTaken(tx, ctx, user.id, email)) throw emailTaken()
  const suspended = await findSuspended(tx, ctx, email)
  if (suspended && suspended.id !== user.id) throw emailOfSuspendedUser()
}

async function isTaken(tx: Tx, ctx: Ctx, id: number, email: string): Promise<boolean> {
  const [holder] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(whereActiveUser(ctx), eq(users.email, email)))
  return holder !== undefined && holder.id !== id
}

/** Records the changed columns of a user, if any; of a pending email, that it is cancelled. */
export async function recordUserChanges(tx: Tx, ctx: Ctx, before: UserRow, after: UserRow): Promise<void> {
  const isCancelled = before.pendingEmail !== before.email && after.pendingEmail === null
  const earlier = { ...recordedColumns(before), pending_email: before.pendingEmail }
  const changes = Object.fromEntries(
    Object.entries({ ...recordedColumns(after), ...(isCancelled && { pending_email: null }) })
      .map(([name, to]) => [name, { from: earlier[name as keyof typeof earlier], to }] as const)
      .filter(([, { from, to }]) => String(from) !== String(to)),
  )
  if (Object.keys(changes).length === 0) return
  const data = { user_id: after.id, name: after.name, changes }
  await record(tx, ctx, { type: 'user.updated', subject: { user: after.id }, data })
}

function recordedColumns(user: UserRow) {
  const { name, role, locale, mutedEmails, externalId } = user
  const email = user.email ?? user.suspendedEmail
  return { name, email, role, locale, muted_emails: mutedEmails, external_id: externalId }
}
