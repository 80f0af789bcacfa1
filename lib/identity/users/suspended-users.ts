import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { isDuplicate } from '../internal/unique.ts'
import type { UserRow } from '../present.ts'
import { emailTaken } from '../refusals.ts'
import { requireCanAssignRole, requireCanManage } from './internal/managed-roles.ts'
import { unlinkProvider } from './internal/provider-links.ts'
import {
  authorizeEmailChange,
  type DirectoryChange,
  recordAddressChange,
  recordUserChanges,
} from './update-user.ts'

/*
 * Users whom a directory has suspended: within a transaction, after `lockUsers`.
 */

/** Users whom the directory sees: the active ones, and those whom it has suspended. */
export function whereInDirectory({ tenantId }: Pick<Ctx, 'tenantId'>) {
  return and(eq(users.tenantId, tenantId), or(isNull(users.deletedAt), isNotNull(users.suspendedEmail)))
}

/** Changes what a suspended user comes back with. A new address is not confirmed yet, as that of an invited user. */
export async function changeSuspendedUser(
  tx: Tx,
  ctx: Ctx,
  id: number,
  { name, email, role, locale, externalId }: DirectoryChange,
): Promise<UserRow> {
  authorize(ctx, 'user.manage')
  const before = await findSuspendedUser(tx, ctx, id)
  requireCanManage(ctx, before)
  const isNewEmail = email !== undefined && email !== before.suspendedEmail
  if (isNewEmail) await authorizeEmailChange(tx, ctx, before, email)
  if (role !== undefined && role !== before.role) {
    authorize(ctx, 'user.change_role')
    requireCanAssignRole(ctx, role)
    if (role === 'tenant_admin') await unlinkProvider(tx, ctx, id)
  }
  const [after] = await tx
    .update(users)
    .set({
      name,
      role,
      locale,
      externalId,
      ...(isNewEmail && { suspendedEmail: email, emailConfirmedAt: null }),
      updatedAt: ctx.now,
    })
    .where(whereSuspended(ctx, id))
    .returning()
  await recordUserChanges(tx, ctx, before, after!)
  if (isNewEmail && before.lastLoginAt)
    await recordAddressChange(tx, ctx, before, { to: email, isConfirmed: false })
  return after!
}

/**
 * Brings a suspended user back, with the role of before. Factors, keys and sessions are gone, and so is the password,
 * unless there is a new one; the account at the provider of the organisation is linked still.
 */
export async function restoreUser(
  tx: Tx,
  ctx: Ctx,
  id: number,
  passwordHash: string | null = null,
): Promise<UserRow> {
  authorize(ctx, 'user.invite')
  const { name, role, suspendedEmail: email } = await findSuspendedUser(tx, ctx, id)
  requireCanAssignRole(ctx, role)
  const [user] = await tx
    .update(users)
    .set({
      email,
      suspendedEmail: null,
      deletedAt: null,
      successorId: null,
      passwordHash,
      // The administrator who has chosen the password need not own the mailbox.
      ...(passwordHash !== null && { emailConfirmedAt: null }),
      updatedAt: ctx.now,
    })
    .where(whereSuspended(ctx, id))
    .returning()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? emailTaken() : error
    })
  const data = { user_id: id, name, email, role, restored: true }
  await record(tx, ctx, { type: 'user.created', subject: { user: id }, data })
  return user!
}

/** Deletes a suspended user for good: the directory does not find them again. */
export async function forgetSuspendedUser(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'user.manage')
  const user = await findSuspendedUser(tx, ctx, id)
  requireCanManage(ctx, user)
  await tx
    .update(users)
    .set({ suspendedEmail: null, externalId: null, updatedAt: ctx.now })
    .where(whereSuspended(ctx, id))
  const data = { user_id: id, name: user.name, email: user.suspendedEmail, role: user.role }
  await record(tx, ctx, { type: 'user.deleted', subject: { user: id }, data })
}

function whereSuspended({ tenantId }: Ctx, id: number) {
  return and(eq(users.tenantId, tenantId), eq(users.id, id), isNotNull(users.suspendedEmail))
}

async function findSuspendedUser(reader: Reader, ctx: Ctx, id: number): Promise<UserRow> {
  const [user] = await reader.select().from(users).where(whereSuspended(ctx, id))
  if (!user) throw notFound()
  return user
}
