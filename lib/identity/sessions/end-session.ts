import { and, eq, gt, or, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { sessions } from '#db/schema/identity'
import { type Reader, type Tx, write } from '#db/tenancy/tenant'
import { toChainName } from '#lib/audit/events'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { forbidden, notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { endLogins, endSessionFamily, isActiveLogin, lockSessionFamily } from './internal/sessions.ts'

/** Ends another session of the user, with all tokens derived from it. */
export async function endSession(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'session.end')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  const end = async (tx: Tx) => {
    const [session] = await tx
      .select({ family: sessions.family })
      .from(sessions)
      .where(and(isActiveLogin({ tenantId, userId: actor.id }, ctx.now), eq(sessions.id, id)))
    if (!session) throw notFound()
    await lockSessionFamily(tx, session.family)
    await endSessionFamily(tx, tenantId, session.family, ctx.now)
    await record(tx, ctx, { type: 'user.signed_out', subject: { user: actor.id } })
  }
  await write(ctx, end, { deadlockRetries: 1 })
}

/** Signs the user out everywhere else: ends all logins but the one of this session. */
export async function endOtherSessions(ctx: Ctx): Promise<void> {
  authorize(ctx, 'session.end')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  await write(ctx, async (tx) => {
    const [current] = await tx
      .select({ family: sessions.family })
      .from(sessions)
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.id, actor.sessionId)))
    await endLogins(tx, { tenantId, userId: actor.id }, ctx.now, current?.family)
    const data = { user_id: actor.id, other_sessions: true }
    await record(tx, ctx, { type: 'user.signed_out', subject: { user: actor.id }, data })
  })
}

/** Whether the user has signed out everywhere else or changed the password since then: this ends what a login began, too. */
export async function hasEndedLogins(
  reader: Pick<Reader, 'select'>,
  { tenantId, userId }: { tenantId: number; userId: number },
  since: Date,
): Promise<boolean> {
  const [ended] = await reader
    .select({ seq: events.seq })
    .from(events)
    .where(
      and(
        eq(events.tenantId, tenantId),
        eq(events.chain, toChainName({ user: userId })),
        gt(events.occurredAt, since),
        or(
          eq(events.type, 'user.password_changed'),
          and(eq(events.type, 'user.signed_out'), sql`${events.data} -> 'other_sessions' is not null`),
        ),
      ),
    )
    .limit(1)
  return ended !== undefined
}
