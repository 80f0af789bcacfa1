import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { consumerOffsets, events } from '#db/schema/audit'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { ANNOUNCE_QUEUE, type Announcement, announce } from './announcement.ts'
import { type EventType, eventTypes } from './events.ts'
import type { RecordedEvent } from './trail.ts'

/**
 * The most events that listeners handle in one job, so that a thousand emails do not delay those of other tenants.
 */
const EVENTS_PER_BATCH = 50

/** How long events of an unknown type are left to the workers of a newer version; after it, there is none. */
const UPGRADE_SECONDS = 3600

/** The data of a job of versions before the first release: the event to dispatch. */
interface EarlierAnnouncement {
  tenantId: number
  eventId: number
}

/** A consumer of events, such as the emails or the webhooks. */
export interface Listener {
  /** The key of its consumer offset; under a new name it handles all events again. */
  name: string
  eventTypes: readonly EventType[]
  /** Called with each event once, in the order of the chain; all changes go through `tx`. */
  handle(tx: Tx, ctx: Ctx, events: RecordedEvent[]): Promise<void>
}

/**
 * Calls every listener with the announced events and with earlier events of their chain that it has not handled. The
 * work of a listener and its new offset are one transaction: running it twice, late or out of order changes nothing.
 * @throws while the chain has an event, less than an hour old, of a type that only a newer version knows
 */
export async function dispatch(
  job: Announcement | EarlierAnnouncement,
  listeners: readonly Listener[],
  now: Date,
): Promise<void> {
  const ctx = makeSystemCtx(job.tenantId, ANNOUNCE_QUEUE, now)
  const announcement = 'eventId' in job ? await findAnnouncement(job) : job
  if (!announcement) return
  const concerned = listeners.filter((listener) =>
    announcement.types.some((type) => listener.eventTypes.includes(type) || !isKnown(type)),
  )
  if (concerned.length === 0) return
  const deliver = (chosen: Listener[]) => write(ctx, (tx) => deliverUpTo(tx, ctx, chosen, announcement))
  // In one transaction where none fails, which is nearly always; else an error of one listener does not affect the others.
  const areDone = await deliver(concerned).then(
    () => true,
    () => false,
  )
  if (areDone) return
  const failures: unknown[] = []
  for (const listener of concerned) await deliver([listener]).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} listeners failed.`)
}

/** Null when the event is of a tenant that was deleted meanwhile. */
async function findAnnouncement({ tenantId, eventId }: EarlierAnnouncement): Promise<Announcement | null> {
  const isEvent = and(eq(events.tenantId, tenantId), eq(events.id, eventId))
  const [event] = await read({ tenantId }, (reader) => reader.select().from(events).where(isEvent))
  return event ? { tenantId, chain: event.chain, seq: event.seq, types: [event.type as EventType] } : null
}

const isKnown = (type: string) => eventTypes.includes(type as EventType)

async function deliverUpTo(
  tx: Tx,
  ctx: Ctx,
  listeners: Listener[],
  announcement: Announcement,
): Promise<void> {
  const { tenantId } = ctx
  const { chain, seq } = announcement
  // Creates or locks the offsets: waits for a concurrent dispatch of the same chain to the same listeners.
  const rows = await tx
    .insert(consumerOffsets)
    .values(listeners.map(({ name }) => ({ tenantId, consumer: name, chain, seq: 0 })))
    .onConflictDoUpdate({
      target: [consumerOffsets.tenantId, consumerOffsets.consumer, consumerOffsets.chain],
      set: { seq: sql`${consumerOffsets.seq}` },
    })
    .returning({ consumer: consumerOffsets.consumer, seq: consumerOffsets.seq })
  const offsets = new Map(rows.map((row) => [row.consumer, row.seq]))
  const newEvents = await tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.tenantId, tenantId),
        eq(events.chain, chain),
        gt(events.seq, Math.min(...offsets.values())),
        lte(events.seq, seq),
      ),
    )
    .orderBy(asc(events.seq))
    .limit(EVENTS_PER_BATCH)
  leaveToNewerVersion(ctx, newEvents)
  for (const listener of listeners) {
    const isNew = (event: RecordedEvent) =>
      event.seq > offsets.get(listener.name)! && listener.eventTypes.includes(event.type as EventType)
    await listener.handle(tx, ctx, newEvents.filter(isNew))
  }
  const isBatchFull = newEvents.length === EVENTS_PER_BATCH
  const handledSeq = isBatchFull ? newEvents[EVENTS_PER_BATCH - 1]!.seq : seq
  if (isBatchFull) await announce(tx, announcement)
  await tx
    .update(consumerOffsets)
    .set({ seq: sql`greatest(${consumerOffsets.seq}, ${handledSeq}::integer)` })
    .where(
      and(
        eq(consumerOffsets.tenantId, tenantId),
        inArray(consumerOffsets.consumer, [...offsets.keys()]),
        eq(consumerOffsets.chain, chain),
      ),
    )
}

/**
 * During an upgrade, a worker of the older version would skip the events of the newer one: its job fails, and the retry of
 * another worker handles them. After a return to the older version no worker does, and later events go on without them.
 */
function leaveToNewerVersion({ tenantId, now }: Ctx, newEvents: RecordedEvent[]): void {
  for (const { chain, seq, type, occurredAt } of newEvents) {
    if (isKnown(type)) continue
    if (occurredAt > addSeconds(now, -UPGRADE_SECONDS))
      throw new Error(`The event type ${type} is of a newer version, whose worker handles it.`)
    log().warn({ tenant: tenantId, chain, seq, type }, 'an event of a newer version was skipped')
  }
}
