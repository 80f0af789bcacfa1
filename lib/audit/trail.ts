import { and, asc, eq } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import type { Reader } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { chainOf, type Subject } from './events.ts'

/** The events of one subject, oldest first. */
export function trailOf(reader: Reader, ctx: Ctx, subject: Subject) {
  return reader
    .select()
    .from(events)
    .where(and(eq(events.tenantId, ctx.tenantId), eq(events.chain, chainOf(subject))))
    .orderBy(asc(events.seq))
}

/** One event by its id, for those who listen. */
export async function eventById(reader: Reader, ctx: Pick<Ctx, 'tenantId'>, id: number) {
  const [event] = await reader
    .select()
    .from(events)
    .where(and(eq(events.tenantId, ctx.tenantId), eq(events.id, id)))
  return event ?? null
}

export type RecordedEvent = Awaited<ReturnType<typeof trailOf>>[number]
