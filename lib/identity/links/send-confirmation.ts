import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { countConfirmation } from '../sessions/internal/login-limits.ts'
import { whereActiveUser } from '../users/internal/users.ts'
import { recordConfirmation } from './internal/confirmation.ts'
import { withdrawLinks } from './internal/withdraw-links.ts'
import { newAddressChange } from './link-tokens.ts'

/** Sends the confirmation email of a sign-up again; the previous link stops working. */
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
      // Nothing changes if the email was changed or confirmed meanwhile.
      .where(
        and(whereActiveUser(ctx), eq(users.id, id), eq(users.email, email), isNull(users.emailConfirmedAt)),
      )
      .returning({ id: users.id })
    if (!user) throw alreadyConfirmed()
    await withdrawLinks(tx, ctx, id, ['address'])
    await recordConfirmation(tx, ctx, { id, email })
  })
  return { message: `We have sent a confirmation link to ${email}.` }
}

const alreadyConfirmed = () => invalidState(errorText('refusals.addressAlreadyConfirmed'), 'confirmed')
