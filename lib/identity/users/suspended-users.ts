import { and, desc, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { users } from '#db/schema/identity'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { toChainName } from '#lib/audit/events'
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
  change: DirectoryChange,
): Promise<UserRow> {
  const { email, role } = change
  authorize(ctx, 'user.manage')
  const before = await findSuspendedUser(tx, ctx, id)
  requireCanManage(ctx, before)
  if (email !== undefined && email !== before.suspendedEmail)
    await authorizeEmailChange(tx, ctx, before, email)
  if (role !== undefined && role !== before.role) {
    authorize(ctx, 'user.change_role')
    requireCanAssignRole(ctx, role)
    if (role === 'tenant_admin') await unlinkProvider(tx, ctx, id)
  }
  return storeChange(tx, ctx, before, change)
}

/**
 * Lets a user who was just suspended come back with the address that was pending, if the directory names it or an API key
 * has asked for it, which was authorized then, and nobody else has it now.
 * @param user as before the suspension
 * @param named the address in the request that suspends
 */
export async function keepRequestedEmail(
  tx: Tx,
  ctx: Ctx,
  { id, pendingEmail }: UserRow,
  named: string | undefined,
): Promise<UserRow> {
  const suspended = await findSuspendedUser(tx, ctx, id)
  const isKept =
    pendingEmail !== null &&
    (named === pendingEmail || (await hasKeyRequested(tx, ctx, id, pendingEmail))) &&
    !(await hasOther(tx, ctx, id, pendingEmail))
  return isKept ? storeChange(tx, ctx, suspended, { email: pendingEmail }) : suspended
}

/** Whether the last change of the address was to this one, by an API key, as directories have. */
async function hasKeyRequested(reader: Reader, ctx: Ctx, id: number, email: string): Promise<boolean> {
  const [request] = await reader
    .select({ actor: events.actor, data: events.data })
    .from(events)
    .where(
      and(
        eq(events.tenantId, ctx.tenantId),
        eq(events.chain, toChainName({ user: id })),
        eq(events.type, 'user.address_change_requested'),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(1)
  return request?.actor.type === 'api_key' && request.data.to === email
}

/** Whether another user, active or suspended, has the address. */
async function hasOther(reader: Reader, ctx: Ctx, id: number, email: string): Promise<boolean> {
  const [holder] = await reader
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.tenantId, ctx.tenantId),
        or(eq(users.email, email), eq(users.suspendedEmail, email)),
        ne(users.id, id),
      ),
    )
    .limit(1)
  return holder !== undefined
}

async function storeChange(
  tx: Tx,
  ctx: Ctx,
  before: UserRow,
  { name, email, role, locale, externalId }: DirectoryChange,
): Promise<UserRow> {
  const isNewEmail = email !== undefined && email !== before.suspendedEmail
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
    .where(whereSuspended(ctx, before.id))
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
