import { and, eq } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { countConfirmation } from '../sessions/internal/login-limits.ts'
import { whereActiveUser } from '../users/internal/users.ts'
import { isOldestUser, recordConfirmation } from './internal/confirmation.ts'
import { withdrawLinks } from './internal/withdraw-links.ts'
import { newAddressChange } from './link-tokens.ts'

/**
 * Sends the confirmation email of a sign-up again; the previous link stops working.
 * @throws AppError `forbidden` for a user whose address does not confirm the tenant
 */
export async function sendConfirmation(ctx: Ctx): Promise<{ message: string }> {
  authorize(ctx, 'session.write')
  const { actor } = ctx
  if (actor.type !== 'user') throw forbidden()
  const { id, email } = actor
  if (!ctx.unconfirmed) throw alreadyConfirmed()
  await countConfirmation(email)
  await write(ctx, async (tx) => {
    const [user] = await tx
      .update(users)
      .set(newAddressChange(email, ctx.now))
      .where(and(whereActiveUser(ctx), eq(users.id, id), eq(users.email, email)))
      .returning({ id: users.id })
    // Read after the row is locked: the email may have been changed or confirmed meanwhile.
    const [signUp] = await tx
      .select({ unconfirmed: tenants.unconfirmed, isOldest: isOldestUser })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(whereActiveUser(ctx), eq(users.id, id)))
    if (!user || !signUp?.unconfirmed) throw alreadyConfirmed()
    if (!signUp.isOldest) throw forbidden(errorText('refusals.addressOfSignUp'))
    await withdrawLinks(tx, ctx, id, ['address'])
    await recordConfirmation(tx, ctx, { id, email })
  })
  return { message: `We have sent a confirmation link to ${email}.` }
}

/** Whether a link to the address of the signed-in user would confirm the tenant, which nobody has confirmed yet. */
export async function canConfirm(ctx: Ctx): Promise<boolean> {
  authorize(ctx, 'account.read')
  const { actor } = ctx
  if (!ctx.unconfirmed || actor.type !== 'user') return false
  return read(ctx, async (reader) => {
    const isActor = and(whereActiveUser(ctx), eq(users.id, actor.id))
    return (await reader.$count(users, and(isActor, isOldestUser))) > 0
  })
}

const alreadyConfirmed = () => invalidState(errorText('refusals.addressAlreadyConfirmed'), 'confirmed')
