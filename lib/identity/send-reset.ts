import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findPerson, invite, livingUsers } from './internal/people.ts'
import { newRecovery } from './link.ts'
import type { UserRow } from './present.ts'
import { userStatus } from './rules.ts'

/** Mails somebody of the tenant a link to a new password; who never chose one is invited again. */
export async function sendReset(ctx: Ctx, id: number): Promise<{ message: string }> {
  authorize(ctx, 'user.manage')
  const { email } = await write(ctx, async (tx) => {
    const user = await findPerson(tx, ctx, id)
    return userStatus(user) === 'invited' ? invite(tx, ctx, user) : openRecovery(tx, ctx, user)
  })
  return { message: `A mail with a link to choose a password is on its way to ${email}.` }
}

/** Opens the way back in; whoever listens to the event writes the mail. The link before this one is dead. */
export async function openRecovery(tx: Tx, ctx: Ctx, user: UserRow): Promise<UserRow> {
  const { id, name, email } = user
  await tx
    .update(users)
    .set(newRecovery(ctx.now))
    .where(and(livingUsers(ctx), eq(users.id, id)))
  const data = { user_id: id, name, email }
  await record(tx, ctx, { type: 'user.password_reset_requested', subject: { user: id }, data })
  return user
}
