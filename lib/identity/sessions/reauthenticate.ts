import { and, eq } from 'drizzle-orm'
import { sessions, users } from '#db/schema/identity'
import { read, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, validationError } from '#lib/core/errors'
import { authorize, REAUTHENTICATION_MINUTES } from '#lib/policy'
import { passwordMatches } from '../passwords/password.ts'
import { activeUsers } from '../users/internal/users.ts'
import { countLoginAttempt } from './internal/login-limits.ts'

const NO_PASSWORD = 'You have no password. Sign out and sign in again through your identity provider.'

/**
 * Confirms the password of a signed-in user, who may then change API keys, email addresses, roles and webhooks for
 * `REAUTHENTICATION_MINUTES`.
 */
export async function reauthenticate(
  ctx: Ctx,
  { password }: { password: string },
): Promise<{ message: string }> {
  authorize(ctx, 'session.write')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  // Limited by user id, not by IP address or token: a refreshed token gives no new attempts.
  const attempt = await countLoginAttempt(ctx, actor.email, `user ${actor.id}`)
  const passwordHash = await hashOf(ctx, actor.id)
  if (!(await passwordMatches(passwordHash, password)))
    throw validationError({ password: [passwordHash ? 'Incorrect password.' : NO_PASSWORD] })
  await attempt.succeeded()
  await write(ctx, async (tx) => {
    await tx
      .update(sessions)
      .set({ authenticatedAt: ctx.now })
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, actor.sessionId)))
    await record(tx, ctx, { type: 'user.reauthenticated', subject: { user: actor.id } })
  })
  return { message: `Confirmed for ${REAUTHENTICATION_MINUTES} minutes.` }
}

async function hashOf(ctx: Ctx, userId: number): Promise<string | null> {
  const [row] = await read(ctx, (reader) =>
    reader
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(activeUsers(ctx), eq(users.id, userId))),
  )
  return row?.passwordHash ?? null
}
