import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { sessions, users } from '#db/schema/identity'
import { factorChallenges, passkeys, totpSecrets } from '#db/schema/identity-sign-in'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import type { UserRow } from '#lib/identity/present'
import { endLogins } from '#lib/identity/sessions/internal/sessions'
import { whereActiveUser } from '#lib/identity/users/internal/users'
import { type FactorOwner, getFactorOwner } from './owner.ts'
import type { PasskeyRow } from './passkeys.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

export async function findTotp(reader: Reader, { tenantId, userId }: FactorOwner) {
  const [row] = await reader
    .select()
    .from(totpSecrets)
    .where(and(eq(totpSecrets.tenantId, tenantId), eq(totpSecrets.userId, userId)))
  return row ?? null
}

/** The passkeys of a user, oldest first. */
export function findPasskeys(reader: Reader, owner: FactorOwner): Promise<PasskeyRow[]> {
  return reader.select().from(passkeys).where(whereOwnedPasskey(owner)).orderBy(asc(passkeys.id))
}

export function whereOwnedPasskey({ tenantId, userId }: FactorOwner) {
  return and(eq(passkeys.tenantId, tenantId), eq(passkeys.userId, userId))
}

/**
 * Records that a factor was added. With the first factor the user's other sessions end, as none of them has proved it.
 * @returns recovery codes with the first factor, else null
 */
export async function factorAdded(
  tx: Tx,
  ctx: Ctx,
  user: UserRow,
  data: { factor: 'totp' | 'passkey'; name?: string },
): Promise<string[] | null> {
  const codes = user.secondFactor ? null : await addFirstFactor(tx, ctx)
  await record(tx, ctx, {
    type: 'user.factor_added',
    subject: { user: user.id },
    data: { user_id: user.id, ...data },
  })
  return codes
}

async function addFirstFactor(tx: Tx, ctx: Ctx): Promise<string[]> {
  const { sessionId, ...owner } = getFactorOwner(ctx)
  await setSecondFactor(tx, ctx, owner, true)
  const [session] = await tx
    .update(sessions)
    .set({ factorConfirmedAt: ctx.now })
    .where(and(eq(sessions.tenantId, owner.tenantId), eq(sessions.id, sessionId)))
    .returning({ family: sessions.family })
  await endLogins(tx, owner, ctx.now, session?.family)
  return replaceRecoveryCodes(tx, owner, ctx.now)
}

/** Records that a factor was removed. With the last factor the recovery codes are deleted. */
export async function factorRemoved(
  tx: Tx,
  ctx: Ctx,
  owner: FactorOwner,
  data: { factor: 'totp' | 'passkey'; name?: string },
): Promise<void> {
  const { tenantId, userId } = owner
  await record(tx, ctx, {
    type: 'user.factor_removed',
    subject: { user: userId },
    data: { user_id: userId, ...data },
  })
  const totpCount = await tx.$count(
    totpSecrets,
    and(
      eq(totpSecrets.tenantId, tenantId),
      eq(totpSecrets.userId, userId),
      isNotNull(totpSecrets.confirmedAt),
    ),
  )
  if (totpCount + (await tx.$count(passkeys, whereOwnedPasskey(owner))) > 0) return
  await deleteRecoveryCodes(tx, owner)
  await setSecondFactor(tx, ctx, owner, false)
}

/** Deletes all factors of a user, with its challenges and recovery codes. */
export async function deleteFactors(tx: Tx, { tenantId, userId }: FactorOwner): Promise<void> {
  for (const table of [totpSecrets, passkeys, factorChallenges])
    await tx.delete(table).where(and(eq(table.tenantId, tenantId), eq(table.userId, userId)))
  await deleteRecoveryCodes(tx, { tenantId, userId })
}

export async function setSecondFactor(
  tx: Tx,
  ctx: Ctx,
  { userId }: FactorOwner,
  secondFactor: boolean,
): Promise<void> {
  await tx
    .update(users)
    .set({ secondFactor, updatedAt: ctx.now })
    .where(and(whereActiveUser(ctx), eq(users.id, userId)))
}
