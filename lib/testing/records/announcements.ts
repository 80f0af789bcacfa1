import { asc } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { read } from '#db/tenancy/tenant'
import { dispatch, type Listener } from '#lib/audit/announce'
import type { Announcement } from '#lib/audit/announcement'
import type { EventType } from '#lib/audit/events'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'

/** One announcement for each event of a tenant, in their order. */
export async function listAnnouncements(ctx: Ctx): Promise<Announcement[]> {
  const rows = await read(ctx, (reader) => reader.select().from(events).orderBy(asc(events.id)))
  return rows.map(({ tenantId, chain, seq, type }) => ({ tenantId, chain, seq, types: [type as EventType] }))
}

/** Dispatches all events of a tenant to a listener, as the worker would. */
export async function dispatchAll(ctx: Ctx, listener: Listener): Promise<void> {
  for (const announcement of await listAnnouncements(ctx)) await dispatch(announcement, [listener], now())
}
