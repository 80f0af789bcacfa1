import { and, eq } from 'drizzle-orm'
import { sessions, users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize, roleMay } from '#lib/policy'
import { deleteKeys } from '../api-keys/internal/delete-keys.ts'
import { deleteFactors } from '../factors/internal/factors.ts'
import { lockUser } from '../factors/internal/owner.ts'
import { withdrawLinks } from '../links/internal/withdraw-links.ts'
import { clearedAddressChange, clearedInvitation, clearedRecovery } from '../links/link-tokens.ts'
import { endLogins } from '../sessions/internal/sessions.ts'
import { requireCanManage } from './internal/managed-roles.ts'
import { assertAdminRemains, lockUsers, whereActiveUser } from './internal/users.ts'
import { setOperator } from './operator.ts'

interface Deletion {
  /** Who gets the emails about the user's processes; null: the administrators. */
  successorId?: number | null
  /** Keeps the email and the id in the directory, with which `restoreUser` brings the user back. */
  isSuspended?: boolean
}

/**
 * Deletes a user: sessions and API keys end, and the email can be used again; the name stays in the audit trail.
 * @param successorId who gets the emails about the user's processes; by default the administrators
 * @throws AppError `validation_error` under `successor`
 */
export async function deleteUser(ctx: Ctx, id: number, successorId: number | null = null): Promise<void> {
  authorize(ctx, 'user.manage')
  const remove = async (tx: Tx) => {
    await lockUsers(tx, ctx)
    await endUser(tx, ctx, id, { successorId })
  }
  // Where it is the user's own, the session may be refreshed at the same time.
  await write(ctx, remove, { deadlockRetries: 1 })
}

/** Deletes or suspends a user within a transaction; call `lockUsers` before. */
export async function endUser(
  tx: Tx,
  ctx: Ctx,
  id: number,
  { successorId = null, isSuspended = false }: Deletion,
): Promise<void> {
  authorize(ctx, 'user.manage')
  const owner = { tenantId: ctx.tenantId, userId: id }
  const user = await lockUser(tx, owner)
  requireCanManage(ctx, user)
  await assertAdminRemains(tx, ctx, user)
  if (successorId !== null) await assertSuccessor(tx, ctx, id, successorId)
  // Each family of sessions is locked, so that a refresh leaves none; and all of them before the trail of their user.
  await endLogins(tx, owner, ctx.now)
  await tx.delete(sessions).where(and(eq(sessions.tenantId, ctx.tenantId), eq(sessions.userId, id)))
  await deleteFactors(tx, owner)
  await setOperator(tx, ctx, id, false)
  const { name, email, role, externalId } = user
  const emptyCredentials = {
    email: null,
    passwordHash: null,
    ...clearedInvitation,
    ...clearedRecovery,
    ...clearedAddressChange,
    secondFactor: false,
    successorId,
    suspendedEmail: isSuspended ? email : null,
    externalId: isSuspended ? externalId : null,
  }
  await tx
    .update(users)
    .set({ ...emptyCredentials, deletedAt: ctx.now, updatedAt: ctx.now })
    .where(and(whereActiveUser(ctx), eq(users.id, id)))
  await withdrawLinks(tx, ctx, id)
  await deleteKeys(tx, ctx, id)
  const data = {
    user_id: id,
    name,
    email,
    role,
    ...(successorId !== null && { successor_id: successorId }),
    ...(isSuspended && { suspended: true }),
  }
  await record(tx, ctx, { type: 'user.deleted', subject: { user: id }, data })
}

async function assertSuccessor(tx: Tx, ctx: Ctx, id: number, successorId: number): Promise<void> {
  const [successor] = await tx
    .select()
    .from(users)
    .where(and(whereActiveUser(ctx), eq(users.id, successorId)))
  if (!successor)
    throw validationError({ successor: [errorText('documents.userDoesNotExist', { id: successorId })] })
  if (successorId === id) throw validationError({ successor: [errorText('identity.userIsOwnSuccessor')] })
  if (!roleMay(successor.role, 'process.write'))
    throw validationError({ successor: [errorText('identity.viewerCannotTakeOver')] })
}
