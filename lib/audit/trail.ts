import { and, asc, eq } from 'drizzle-orm'
import { isAuthentic } from '#db/chain-heads'
import { chainHeads, events } from '#db/schema/audit'
import type { Reader } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { chainIsWhole } from './chain.ts'
import { chainOf, type Subject } from './events.ts'

/** The events of one subject, oldest first. */
export function trailOf(reader: Reader, ctx: Ctx, subject: Subject) {
  return reader
    .select()
    .from(events)
    .where(and(eq(events.tenantId, ctx.tenantId), eq(events.chain, chainOf(subject))))
    .orderBy(asc(events.seq))
}

/**
 * Whether a trail is all that was recorded of its subject: the links are whole, and the last of them is where the chain
 * is known to end. Who has the database and put back an older head passes; certificates and webhooks carry the true one.
 */
export async function isWholeTrail(
  reader: Reader,
  ctx: Ctx,
  subject: Subject,
  links: RecordedEvent[],
): Promise<boolean> {
  const [head] = await reader
    .select()
    .from(chainHeads)
    .where(and(eq(chainHeads.tenantId, ctx.tenantId), eq(chainHeads.chain, chainOf(subject))))
  const last = links.at(-1)
  if (!head || !last || !isAuthentic(head)) return false
  return head.seq === last.seq && head.hash === last.hash && chainIsWhole(links)
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
