import { and, eq } from 'drizzle-orm'
import { sessions, users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { endSessionFamily, lockSessionFamily } from './internal/sessions.ts'

/** Ends the login of the credential, with all tokens derived from it. */
export async function logout(ctx: Ctx): Promise<{ message: string }> {
  authorize(ctx, 'session.end')
  // A recovery code, for example, is recorded before the session is locked.
  await write(ctx, (tx) => endOwnLogin(tx, ctx), { deadlockRetries: 1 })
  return { message: 'Signed out.' }
}

/** As `logout`, in the transaction of an operation that hands the device to someone else. */
export async function endOwnLogin(tx: Tx, ctx: Ctx): Promise<void> {
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  const [session] = await tx
    .select({
      family: sessions.family,
      kind: sessions.kind,
      lastUsedAt: sessions.lastUsedAt,
      userSince: users.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, actor.sessionId)))
  if (!session) return
  await lockSessionFamily(tx, session.family)
  await endSessionFamily(tx, tenantId, session.family, ctx.now)
  // The form of the sign-up gives the token of its response back before anyone signs in. A use is stored once a minute.
  const isOfSignUp = session.kind === 'token' && session.lastUsedAt.getTime() === session.userSince.getTime()
  if (isOfSignUp) return
  await record(tx, ctx, { type: 'user.signed_out', subject: { user: actor.id } })
}
