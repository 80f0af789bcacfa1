import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { countTotal } from '#db/lists/counters'
import { tenants, users } from '#db/schema/identity'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser, type RequestMeta } from '#lib/core/ctx'
import { forbidden, invalidState, notFound } from '#lib/core/errors'
import type { Role } from '#lib/core/roles'
import { withdrawLinks } from '#lib/identity/links/internal/withdraw-links'
import { clearedAddressChange, newInvitation, newRecovery } from '#lib/identity/links/link-tokens'
import type { UserRow } from '#lib/identity/present'
import { userStatus } from '#lib/identity/rules'
import { lockCredential } from '#lib/identity/sessions/credential'
import { errorText } from '#lib/messages/errors'
import { roleMay } from '#lib/policy'

type TenantScope = Pick<Ctx, 'tenantId'>

/** The condition for users of the tenant who are not deleted. */
export function whereActiveUser({ tenantId }: TenantScope) {
  return and(eq(users.tenantId, tenantId), isNull(users.deletedAt))
}

/** The context of a user who is known by a link or a login, with the new session if there is one. */
export function makeUserCtx(requestMeta: RequestMeta, user: UserRow, sessionId = 0): Ctx {
  const { id, name, role, tenantId, locale } = user
  const authenticatedAt = requestMeta.now
  return {
    ...requestMeta,
    tenantId,
    actor: { type: 'user', id, name, email: user.email ?? '', role, sessionId, authenticatedAt },
    testMode: false,
    locale,
  }
}

/** The number of active users, or of those with one role. */
export function countUsers(reader: Reader, { tenantId }: TenantScope, role?: Role): Promise<number> {
  return countTotal(reader, { tenantId, testMode: false }, 'users', 'role', { among: role && [role] })
}

/** One active user. @throws AppError `not_found` */
export async function findActiveUser(reader: Reader, scope: TenantScope, id: number): Promise<UserRow> {
  const [row] = await reader
    .select()
    .from(users)
    .where(and(whereActiveUser(scope), eq(users.id, id)))
  if (!row) throw notFound()
  return row
}

/** The user whom the directory has suspended under this address. */
export async function findSuspended(
  reader: Reader,
  { tenantId }: TenantScope,
  email: string,
): Promise<UserRow | undefined> {
  const [row] = await reader
    .select()
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.suspendedEmail, email)))
    .orderBy(asc(users.id))
  return row
}

/** Locks the tenant's users against others' changes, until the transaction ends. */
export async function lockTenantUsers(tx: Tx, { tenantId }: TenantScope): Promise<void> {
  await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('no key update')
}

/**
 * Serializes changes of the tenant's users, so that two administrators cannot remove each other at the same time. A
 * user who was demoted or deleted while waiting is refused, and so are the API keys they created; so is a request whose
 * credential has ended.
 */
export async function lockUsers(tx: Tx, ctx: Ctx): Promise<void> {
  await lockTenantUsers(tx, ctx)
  const currentUser = getActingUser(ctx)
  if (!currentUser) return
  const [row] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(whereActiveUser(ctx), eq(users.id, currentUser.id)))
  if (!row || !roleMay(row.role, 'user.manage')) throw forbidden()
  await lockCredential(tx, ctx)
}

/** Refuses to remove or demote the last active administrator; call `lockUsers` before. */
export async function assertAdminRemains(tx: Tx, scope: TenantScope, removed: UserRow): Promise<void> {
  if (removed.role !== 'tenant_admin') return
  const admins = await tx
    .select()
    .from(users)
    .where(and(whereActiveUser(scope), eq(users.role, 'tenant_admin')))
  const remaining = admins.filter((admin) => admin.id !== removed.id && userStatus(admin) === 'active')
  if (remaining.length === 0) throw invalidState(errorText('refusals.lastAdministrator'), userStatus(removed))
}

export interface LinkOptions {
  /** The link is given to the actor, who passes it on: it is not emailed. */
  isDisclosed?: boolean
}

/** Invites a user, for the first time or again; earlier links stop working. */
export async function invite(
  tx: Tx,
  ctx: Ctx,
  { id }: Pick<UserRow, 'id'>,
  { isDisclosed }: LinkOptions = {},
): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ ...newInvitation(ctx.now), updatedAt: ctx.now })
    .where(and(whereActiveUser(ctx), eq(users.id, id)))
    .returning()
  if (!row) throw notFound()
  await withdrawLinks(tx, ctx, id, ['invitation'])
  const data = { user_id: id, name: row.name, email: row.email, role: row.role, ...disclosure(isDisclosed) }
  await record(tx, ctx, { type: 'user.invited', subject: { user: id }, data })
  return row
}

/** Starts a password reset; a listener of the event sends the email. Earlier links stop working. */
export async function startPasswordReset(
  tx: Tx,
  ctx: Ctx,
  { id }: Pick<UserRow, 'id'>,
  { isDisclosed }: LinkOptions = {},
): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set(newRecovery(ctx.now))
    .where(and(whereActiveUser(ctx), eq(users.id, id)))
    .returning()
  if (!row) throw notFound()
  await withdrawLinks(tx, ctx, id, ['recovery'])
  await recordPasswordReset(tx, ctx, row, { isDisclosed })
  return row
}

/** Records that a password reset was requested; a listener of the event sends the email with the link. */
export async function recordPasswordReset(
  tx: Tx,
  ctx: Ctx,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
  { isDisclosed }: LinkOptions = {},
): Promise<void> {
  const data = { user_id: id, name, email, ...disclosure(isDisclosed) }
  await record(tx, ctx, { type: 'user.password_reset_requested', subject: { user: id }, data })
}

/** Cancels a pending change of the address; the pending confirmation of a sign-up stays. */
export async function cancelAddressChange(tx: Tx, scope: TenantScope, id: number): Promise<void> {
  const cancelled = await tx
    .update(users)
    .set(clearedAddressChange)
    .where(and(whereActiveUser(scope), eq(users.id, id), ne(users.pendingEmail, users.email)))
    .returning({ id: users.id })
  if (cancelled.length > 0) await withdrawLinks(tx, scope, id, ['address'])
}

/** Of an event whose link is not emailed. */
function disclosure(isDisclosed = false): { link_disclosed?: true } {
  return isDisclosed ? { link_disclosed: true } : {}
}
