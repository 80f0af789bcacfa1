import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, Visit } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { holderOf, type LinkKind } from './internal/holder.ts'
import { forgetTries } from './internal/login-limits.ts'
import { livingUsers } from './internal/people.ts'
import { endLogins } from './internal/sessions.ts'
import { noInvitation, noRecovery } from './link.ts'
import { hashPassword } from './password.ts'
import { passwordFault } from './password-rules.ts'
import type { UserRow } from './present.ts'
import { linkDead } from './refusals.ts'
import type { ChoosePassword } from './schema.ts'

const hashes = { invitation: users.invitationHash, recovery: users.recoveryHash }

/** Sets a password by a mailed link, once: every link and every login from before is dead. */
export async function choosePassword(
  visit: Visit,
  kind: LinkKind,
  { token, password }: ChoosePassword,
): Promise<{ message: string }> {
  const holder = await holderOf(kind, token, visit.now)
  if (!holder) throw linkDead()
  const { user, tenantName } = holder
  const email = user.email ?? ''
  const fault = passwordFault(password, { email, name: user.name, tenantName })
  if (fault) throw validationError({ password: [fault] })
  const passwordHash = await hashPassword(password)
  const ctx = contextOf(visit, user, email)
  await write(ctx, async (tx) => {
    const [chosen] = await tx
      .update(users)
      .set({ passwordHash, ...noInvitation, ...noRecovery, updatedAt: visit.now })
      // The hash once more: two who bring the same link at once are not both served.
      .where(and(livingUsers(ctx), eq(users.id, user.id), eq(hashes[kind], sha256Hex(token))))
      .returning({ id: users.id })
    if (!chosen) throw linkDead()
    await endLogins(tx, { tenantId: ctx.tenantId, userId: user.id }, visit.now)
    const data = { user_id: user.id, by: kind }
    await record(tx, ctx, { type: 'user.password_changed', subject: { user: user.id }, data })
  })
  await forgetTries(email)
  return { message: 'The password is set. Sign in with it.' }
}

/** The person, known by the link alone: no session stands behind them. */
function contextOf(visit: Visit, user: UserRow, email: string): Ctx {
  const { id, name, role, tenantId } = user
  return {
    ...visit,
    tenantId,
    actor: { type: 'user', id, name, email, role, sessionId: 0 },
    testMode: false,
  }
}
