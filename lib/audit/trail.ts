import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import { type ChainHead, hasValidMac } from '#db/chain-heads'
import { chainHeads, events } from '#db/schema/audit'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { isChainIntact } from './chain.ts'
import { chainOf, type Subject } from './events.ts'

/** The events of one subject, oldest first. */
export function trailOf(reader: Reader, ctx: Ctx, subject: Subject) {
  return reader
    .select()
    .from(events)
    .where(and(eq(events.tenantId, ctx.tenantId), eq(events.chain, chainOf(subject))))
    .orderBy(asc(events.seq))
}

/** The hash of the last event of each of these subjects, in the order of their chains; it changes with every event. */
export async function trailHeads(reader: Reader, ctx: Ctx, subjects: Subject[]): Promise<string[]> {
  const rows = await reader
    .select({ hash: chainHeads.hash })
    .from(chainHeads)
    .where(and(eq(chainHeads.tenantId, ctx.tenantId), inArray(chainHeads.chain, subjects.map(chainOf))))
    .orderBy(asc(chainHeads.chain))
  return rows.map(({ hash }) => hash)
}

/**
 * Whether `links`, read earlier in this transaction, are the complete chain: the hashes are correct, and the last link
 * is the stored head, or links recorded since then lead to it. An attacker with write access to the database could
 * restore an older head with its links; certificates of completion and webhooks carry the head of their time, which
 * reveals this.
 */
export async function isTrailIntact(
  reader: Reader,
  ctx: Ctx,
  subject: Subject,
  links: RecordedEvent[],
): Promise<boolean> {
  const [head] = await reader
    .select()
    .from(chainHeads)
    .where(and(eq(chainHeads.tenantId, ctx.tenantId), eq(chainHeads.chain, chainOf(subject))))
  if (!head || links.length === 0 || !hasValidMac(head)) return false
  const laterLinks = head.seq > links.length ? await linksBetween(reader, head, links.length) : []
  const allLinks = [...links, ...laterLinks]
  const lastLink = allLinks.at(-1)!
  return head.seq === lastLink.seq && head.hash === lastLink.hash && isChainIntact(allLinks)
}

/** The links after `seq` up to the head. They may be newer than `links`: each statement sees all earlier commits. */
function linksBetween(reader: Reader, head: ChainHead, seq: number): Promise<RecordedEvent[]> {
  return reader
    .select()
    .from(events)
    .where(
      and(
        eq(events.tenantId, head.tenantId),
        eq(events.chain, head.chain),
        gt(events.seq, seq),
        lte(events.seq, head.seq),
      ),
    )
    .orderBy(asc(events.seq))
}

/** One event by its id, for listeners. */
export async function eventById(reader: Reader, ctx: Pick<Ctx, 'tenantId'>, id: number) {
  const [event] = await reader
    .select()
    .from(events)
    .where(and(eq(events.tenantId, ctx.tenantId), eq(events.id, id)))
  return event ?? null
}

export type RecordedEvent = Awaited<ReturnType<typeof trailOf>>[number]
