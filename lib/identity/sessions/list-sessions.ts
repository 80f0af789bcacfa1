import { asc, desc } from 'drizzle-orm'
import { sessions } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { LOGIN_DAYS } from '../rules.ts'
import { isActiveLogin, type SessionRow } from './internal/sessions.ts'
import type { LoginSessionQuery, LoginSessionRecord } from './schema.ts'

/** The active sessions of the user, newest first by default. */
export function listSessions(ctx: Ctx, query: LoginSessionQuery) {
  authorize(ctx, 'session.read')
  const { actor, tenantId } = ctx
  if (actor.type !== 'user') throw forbidden()
  const { page, per_page: perPage } = query
  const condition = isActiveLogin({ tenantId, userId: actor.id }, ctx.now)
  const order = query.sort === 'created_at' ? asc : desc
  return read(ctx, async (reader) => {
    const total = await reader.$count(sessions, condition)
    const rows = await reader
      .select()
      .from(sessions)
      .where(condition)
      .orderBy(order(sessions.refreshableUntil), order(sessions.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    return { items: rows.map((row) => present(row, actor.sessionId)), total, page, perPage }
  })
}

function present(row: SessionRow, currentSessionId: number): LoginSessionRecord {
  return {
    id: row.id,
    kind: row.kind,
    current: row.id === currentSessionId,
    address: row.address,
    user_agent: row.userAgent,
    // Refreshed sessions keep the end of their login; its start is computed from that.
    created_at: addDays(row.refreshableUntil, -LOGIN_DAYS).toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    expires_at: row.refreshableUntil.toISOString(),
  }
}
