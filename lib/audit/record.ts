import { and, eq, sql } from 'drizzle-orm'
import { type ChainHead, headMac } from '#db/chain-heads'
import { chainHeads, events } from '#db/schema/audit'
import type { Tx } from '#db/tenancy/tenant'
import { latest } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { enqueue } from '#lib/jobs/enqueue'
import { GENESIS_HASH, linkHash } from './chain.ts'
import { chainOf, type EventType, priorityOf, type Subject } from './events.ts'

/** Keeps an INSERT below PostgreSQL's limit of 65,535 parameters. */
const ROWS_PER_INSERT = 1000

export interface NewEvent {
  type: EventType
  subject: Subject
  data?: Record<string, Json>
}

/**
 * Writes one event in the transaction of the change: the next link of its subject's hash chain, and the job that
 * dispatches it to the listeners. There is no other way to notify them.
 */
export function record(tx: Tx, ctx: Ctx, { subject, ...event }: NewEvent): Promise<void> {
  return recordAll(tx, ctx, subject, [event])
}

/** Like `record`, for many events of one subject in their order, with as many statements as for one. */
export async function recordAll(
  tx: Tx,
  ctx: Ctx,
  subject: Subject,
  newEvents: readonly Omit<NewEvent, 'subject'>[],
): Promise<void> {
  if (newEvents.length === 0) return
  const chain = chainOf(subject)
  const links = linksAfter(await lockHead(tx, ctx.tenantId, chain), ctx, chain, newEvents)
  const newestIds = await insertLinks(tx, links)
  // A listener that handles an event also handles earlier ones: a job for the last event of each type is enough.
  for (const [type, eventId] of newestIds) {
    await enqueue(tx, 'audit.announce', { tenantId: ctx.tenantId, eventId }, { priority: priorityOf(type) })
  }
}

type Head = Pick<ChainHead, 'seq' | 'hash'> & { lastAt: Date | null }

/** The head (last link) of the chain, locked until the transaction ends; a new chain starts with the genesis hash. */
async function lockHead(tx: Tx, tenantId: number, chain: string): Promise<Head> {
  const emptyHead = { tenantId, chain, seq: 0, hash: GENESIS_HASH }
  const [head] = await tx
    .insert(chainHeads)
    .values({ ...emptyHead, mac: headMac(emptyHead) })
    .onConflictDoUpdate({
      target: [chainHeads.tenantId, chainHeads.chain],
      set: { seq: sql`${chainHeads.seq}` },
    })
    .returning({ seq: chainHeads.seq, hash: chainHeads.hash, lastAt: chainHeads.lastAt })
  return head!
}

/** Writes the links and the new head of the chain. @returns the id of the last event of each type. */
async function insertLinks(tx: Tx, links: ReturnType<typeof linksAfter>): Promise<Map<EventType, number>> {
  const newestIds = new Map<EventType, number>()
  const { tenantId, chain, seq, hash, occurredAt } = links.at(-1)!
  const updateHead = tx.$with('head').as(
    tx
      .update(chainHeads)
      .set({ seq, hash, mac: headMac({ tenantId, chain, seq, hash }), lastAt: occurredAt })
      .where(and(eq(chainHeads.tenantId, tenantId), eq(chainHeads.chain, chain)))
      .returning({ seq: chainHeads.seq }),
  )
  for (let start = 0; start < links.length; start += ROWS_PER_INSERT) {
    const rows = await (start === 0 ? tx.with(updateHead) : tx)
      .insert(events)
      .values(links.slice(start, start + ROWS_PER_INSERT))
      .returning({ id: events.id, seq: events.seq, type: events.type })
    for (const { id, type } of rows.sort((a, b) => a.seq - b.seq)) newestIds.set(type as EventType, id)
  }
  return newestIds
}

function linksAfter(last: Head, ctx: Ctx, chain: string, newEvents: readonly Omit<NewEvent, 'subject'>[]) {
  let { seq, hash: previousHash } = last
  // No event is older than the one before it, whatever the clocks of two machines say.
  const occurredAt = latest(ctx.now, last.lastAt ?? ctx.now)
  return newEvents.map(({ type, data = {} }) => {
    seq += 1
    const link = {
      chain,
      seq,
      type,
      actor: presentActor(ctx),
      data,
      address: ctx.address,
      userAgent: ctx.userAgent,
      requestId: ctx.requestId,
      occurredAt,
      previousHash,
    }
    previousHash = linkHash(link)
    return { tenantId: ctx.tenantId, ...link, hash: previousHash }
  })
}

function presentActor({ actor }: Ctx): Record<string, Json> {
  switch (actor.type) {
    case 'user':
      return { type: 'user', id: actor.id, name: actor.name, email: actor.email }
    case 'api_key':
      return { type: 'api_key', id: actor.id, name: actor.name }
    case 'signer':
      return {
        type: 'signer',
        id: actor.id,
        name: actor.name,
        email: actor.email,
        ...(actor.sessionId !== null && { session_id: actor.sessionId }),
      }
    case 'system':
      return { type: 'system', job: actor.job }
  }
}
