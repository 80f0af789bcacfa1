import { and, eq } from 'drizzle-orm'
import { sessions, tenants, users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, forbidden, notFound, throwIfInvalid, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { findAccount, hashForAddress } from '../account/internal/accounts.ts'
import { withdrawLinks } from '../links/internal/withdraw-links.ts'
import { clearedRecovery } from '../links/link-tokens.ts'
import type { ChangePassword } from '../schema.ts'
import { countLoginAttempt } from '../sessions/internal/login-limits.ts'
import { endLogins } from '../sessions/internal/sessions.ts'
import { cancelAddressChange, whereActiveUser } from '../users/internal/users.ts'
import { passwordMatches } from './password.ts'
import { passwordError } from './password-rules.ts'

/**
 * Changes the user's own password. All other sessions of the user end, and so does a pending change of the address, which
 * somebody who knew the old password may have begun.
 */
export async function changePassword(ctx: Ctx, input: ChangePassword): Promise<{ message: string }> {
  authorize(ctx, 'password.change')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  const { id: userId, sessionId } = actor
  const { currentHash, isConfirmed, errors } = await validate(ctx, input)
  throwIfInvalid(errors)
  const passwordHash = await hashForAddress(actor.email, input.password)
  // Each change is a guess at the passwords of other accounts, also one that succeeds: it stays counted.
  if (isConfirmed) await countLoginAttempt(ctx, actor.email, `new password of user ${userId}`)
  // Only the owner of the address may learn of other accounts and their passwords.
  const { account } = isConfirmed ? await findAccount(actor.email, input.password) : { account: null }
  if (account && account.id !== userId)
    throw validationError({ password: [errorText('identity.passwordOfOtherAccount')] })
  await write(ctx, async (tx) => {
    const [updatedRow] = await tx
      .update(users)
      .set({ passwordHash, ...clearedRecovery, updatedAt: ctx.now })
      .where(and(whereActiveUser(ctx), eq(users.id, userId), eq(users.passwordHash, currentHash ?? '')))
      .returning({ id: users.id })
    if (!updatedRow)
      throw validationError({ current_password: [errorText('identity.passwordChangedMeanwhile')] })
    await withdrawLinks(tx, ctx, userId, ['recovery'])
    await cancelAddressChange(tx, ctx, userId)
    const [session] = await tx
      .select({ family: sessions.family })
      .from(sessions)
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, sessionId)))
    await endLogins(tx, { tenantId, userId }, ctx.now, session?.family)
    const data = { user_id: userId, by: 'self' }
    await record(tx, ctx, { type: 'user.password_changed', subject: { user: userId }, data })
  })
  return { message: 'Password changed. All other sessions were signed out.' }
}

async function validate(ctx: Ctx, { current_password: currentPassword, password }: ChangePassword) {
  if (ctx.actor.type !== 'user') throw forbidden()
  const { id, name, email } = ctx.actor
  const { passwordHash: currentHash, isConfirmed, tenantName } = await readPasswordHash(ctx, id)
  const isWrong = !(await isCurrentPassword(ctx, ctx.actor, currentPassword, currentHash))
  const error = await passwordError(password, { email, name, tenantName })
  const errors: FieldErrors = {
    ...(isWrong ? { current_password: [errorText('identity.incorrectPassword')] } : {}),
    ...(error ? { password: [error] } : {}),
  }
  return { currentHash, isConfirmed, errors }
}

async function isCurrentPassword(
  ctx: Ctx,
  { id, email }: { id: number; email: string },
  password: string,
  hash: string | null,
): Promise<boolean> {
  // Counted per user id: failed logins with the same email elsewhere do not count.
  const attempt = await countLoginAttempt(ctx, email, `user ${id}`)
  const matches = await passwordMatches(hash, password)
  if (matches) await attempt.succeeded()
  return matches
}

async function readPasswordHash(ctx: Ctx, userId: number) {
  const [row] = await read(ctx, (reader) =>
    reader
      .select({
        passwordHash: users.passwordHash,
        confirmedAt: users.emailConfirmedAt,
        tenantName: tenants.name,
      })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(whereActiveUser(ctx), eq(users.id, userId))),
  )
  if (!row) throw notFound()
  return { ...row, isConfirmed: row.confirmedAt !== null }
}
