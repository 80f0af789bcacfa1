import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import { type ChainHead, hasValidMac } from '#db/chain-heads'
import { type RowsQuery, readTogether, rowsOf, rowsOfTable } from '#db/lists/rows'
import { chainHeads, events } from '#db/schema/audit'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { isChainIntact } from './chain.ts'
import { type Subject, toChainName } from './events.ts'

export type RecordedEvent = typeof events.$inferSelect

/** The events of one subject, oldest first, for `readTogether`. */
export function selectTrail({ tenantId }: Pick<Ctx, 'tenantId'>, subject: Subject): RowsQuery<RecordedEvent> {
  const isOfChain = and(eq(events.tenantId, tenantId), eq(events.chain, toChainName(subject)))
  return rowsOfTable(events, isOfChain, asc(events.seq))
}

/** As `selectTrail`, in a statement of its own. */
export async function findTrail(
  reader: Reader,
  ctx: Pick<Ctx, 'tenantId'>,
  subject: Subject,
): Promise<RecordedEvent[]> {
  return (await readTogether(reader, { events: selectTrail(ctx, subject) })).events
}

/**
 * The head hashes of the chains of these subjects. Ordered by chain name, not as `subjects`; a subject without events
 * has none.
 */
export async function findTrailHeads(reader: Reader, ctx: Ctx, subjects: Subject[]): Promise<string[]> {
  const rows = await reader
    .select({ hash: chainHeads.hash })
    .from(chainHeads)
    .where(and(eq(chainHeads.tenantId, ctx.tenantId), inArray(chainHeads.chain, subjects.map(toChainName))))
    .orderBy(asc(chainHeads.chain))
  return rows.map(({ hash }) => hash)
}

/** The head of the chain of a subject that has events, for `readTogether`. */
export function selectTrailHead(
  ctx: Pick<Ctx, 'tenantId'>,
  subject: Subject,
): RowsQuery<Pick<ChainHead, 'chain' | 'seq' | 'hash'>> {
  const { tenantId, chain, seq, hash } = chainHeads
  return rowsOf({ chain, seq, hash }, (select) =>
    select.from(chainHeads).where(and(eq(tenantId, ctx.tenantId), eq(chain, toChainName(subject)))),
  )
}

/**
 * Whether `earlierEvents`, read earlier in this transaction, are the complete chain: the hashes are correct, and the
 * last event is the stored head, or events recorded since then lead to it. An attacker with write access to the
 * database could restore an older head with its events. Each certificate and webhook contains the head hash at that
 * moment, so a rollback is detectable.
 */
export async function isTrailIntact(
  reader: Reader,
  ctx: Ctx,
  subject: Subject,
  earlierEvents: RecordedEvent[],
): Promise<boolean> {
  const [head] = await reader
    .select()
    .from(chainHeads)
    .where(and(eq(chainHeads.tenantId, ctx.tenantId), eq(chainHeads.chain, toChainName(subject))))
  if (!head || earlierEvents.length === 0 || !hasValidMac(head)) return false
  const { length } = earlierEvents
  const allEvents = [...earlierEvents, ...(head.seq > length ? await eventsAfter(reader, head, length) : [])]
  const lastEvent = allEvents.at(-1)!
  return head.seq === lastEvent.seq && head.hash === lastEvent.hash && isChainIntact(allEvents)
}

/**
 * The events after `seq` up to the head. READ COMMITTED: this query also sees events committed after `earlierEvents`
 * were read.
 */
function eventsAfter(reader: Reader, head: ChainHead, seq: number): Promise<RecordedEvent[]> {
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
