import { and, asc, desc, eq, min } from 'drizzle-orm'
import { sessions } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import type { CreationQuery } from '#lib/core/shapes'
import { authorize } from '#lib/policy'
import { isActiveLogin, type SessionRow } from './internal/sessions.ts'
import type { LoginSessionRecord } from './schema.ts'

/** The active sessions of the user, newest first by default. */
export function listSessions(ctx: Ctx, query: CreationQuery) {
  authorize(ctx, 'session.read')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  const { page, per_page: perPage } = query
  const condition = isActiveLogin({ tenantId, userId: actor.id }, ctx.now)
  const order = query.sort === 'created_at' ? asc : desc
  return read(ctx, async (reader) => {
    const total = await reader.$count(sessions, condition)
    const logins = reader
      .select({ family: sessions.family, startedAt: min(sessions.createdAt).as('started_at') })
      .from(sessions)
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.userId, actor.id)))
      .groupBy(sessions.family)
      .as('logins')
    const rows = await reader
      .select({ session: sessions, startedAt: logins.startedAt })
      .from(sessions)
      .innerJoin(logins, eq(logins.family, sessions.family))
      .where(condition)
      .orderBy(order(logins.startedAt), order(sessions.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    const items = rows.map(({ session, startedAt }) => present(session, startedAt!, actor.sessionId))
    return { items, total, page, perPage }
  })
}

function present(row: SessionRow, startedAt: Date, currentSessionId: number): LoginSessionRecord {
  return {
    id: row.id,
    kind: row.kind,
    current: row.id === currentSessionId,
    address: row.address,
    user_agent: row.userAgent,
    created_at: startedAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.refreshableUntil.toISOString(),
  }
}
