import { and, desc, eq, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import type { Tx } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { enqueue } from '#lib/jobs/enqueue'
import { GENESIS_HASH, linkHash } from './chain.ts'
import { awaitedTypes, chainOf, type EventType, type Subject } from './events.ts'

export interface NewEvent {
  type: EventType
  subject: Subject
  data?: Record<string, Json>
}

/**
 * Writes one event in the transaction of the change: the next link of its subject's hash chain, and the job that tells
 * whoever listens. Nothing else announces anything.
 */
export async function record(tx: Tx, ctx: Ctx, event: NewEvent): Promise<void> {
  const chain = chainOf(event.subject)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.tenantId} ${chain}`}, 0))`)
  const [last] = await tx
    .select({ seq: events.seq, hash: events.hash })
    .from(events)
    .where(and(eq(events.tenantId, ctx.tenantId), eq(events.chain, chain)))
    .orderBy(desc(events.seq))
    .limit(1)
  const link = {
    chain,
    seq: (last?.seq ?? 0) + 1,
    type: event.type,
    actor: presentActor(ctx),
    data: event.data ?? {},
    address: ctx.address,
    userAgent: ctx.userAgent,
    requestId: ctx.requestId,
    occurredAt: ctx.now,
    previousHash: last?.hash ?? GENESIS_HASH,
  }
  const [row] = await tx
    .insert(events)
    .values({ tenantId: ctx.tenantId, ...link, hash: linkHash(link) })
    .returning({ id: events.id })
  const priority = awaitedTypes.has(event.type) ? 1 : 0
  await enqueue(tx, 'audit.announce', { tenantId: ctx.tenantId, eventId: row!.id }, { priority })
}

function presentActor({ actor }: Ctx): Record<string, Json> {
  switch (actor.type) {
    case 'user':
      return { type: 'user', id: actor.id, name: actor.name, email: actor.email }
    case 'api_key':
      return { type: 'api_key', id: actor.id, name: actor.name }
    case 'signer':
      return { type: 'signer', id: actor.id, name: actor.name, email: actor.email }
    case 'system':
      return { type: 'system', job: actor.job }
  }
}
