import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { WithSubquery } from 'drizzle-orm/subquery'
import { hasActiveWebhook, hasWebhookFor } from '#db/active-webhooks'
import { hasValidMac, headMac } from '#db/chain-heads'
import { beforeCommit } from '#db/connection/client'
import { logFailure } from '#db/connection/unavailable'
import { chainHeads, events, type PendingEvent } from '#db/schema/audit'
import { forEachDueTenant } from '#db/tenancy/due-tenants'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addSeconds, latest } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { type Announcement, announce } from './announcement.ts'
import { eventHash, GENESIS_HASH } from './chain.ts'
import {
  AUDIT_GROUP,
  auditOnlyTypes,
  type EventType,
  type Subject,
  toChainName,
  webhookOnlyTypes,
} from './events.ts'

/** Keeps an INSERT below PostgreSQL's limit of 65,535 parameters. */
const ROWS_PER_INSERT = 4000
/** The pause after which changes belong to another visit. */
const VISIT_PAUSE_SECONDS = 30 * 60
/**
 * The maximum length of a visit: a working day. A client that changes something every few minutes has several visits.
 */
const VISIT_SECONDS = 8 * 3600

export interface NewEvent {
  type: EventType
  subject: Subject
  data?: Record<string, Json>
}

/** A change of a visit, whose changes are one event. */
interface VisitChange<Data extends Record<string, Json>> {
  type: EventType
  subject: Subject
  /** The data of the event with this change; `before` has the earlier changes of the visit, null for the first one. */
  combine(before: Data | null): Data
}

/**
 * Writes one event in the transaction of the change: the next one of its subject's hash chain, and the job that
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
  const head = await lockHead(tx, ctx.tenantId, toChainName(subject))
  const pending = head.pendingEvent ? [head.pendingEvent] : []
  await append(tx, head, [...pending, ...newEvents.map((event) => eventBy(ctx, event))], null)
}

/** Like `record`, for the first event of a subject that `tx` has created: its chain is written with the event. */
export async function recordFirst(tx: Tx, ctx: Ctx, { subject, ...event }: NewEvent): Promise<void> {
  const head = { ...emptyHead(ctx.tenantId, toChainName(subject)), lastAt: null, loggedSeq: 0 }
  await append(tx, head, [eventBy(ctx, event)], null, { isNew: true })
}

/**
 * Records a change of a visit: those of one actor, from one client, without a longer pause and without another event of
 * the subject in between. The event is kept beside the head of the chain, and recorded when the visit has ended: before
 * the event that follows it, when the trail is read (`endVisit`), or by a job after the pause (`endOldVisits`).
 */
export async function recordInVisit<Data extends Record<string, Json>>(
  tx: Tx,
  ctx: Ctx,
  { type, subject, combine }: VisitChange<Data>,
): Promise<void> {
  const head = await lockHead(tx, ctx.tenantId, toChainName(subject))
  const { pendingEvent } = head
  const change = eventBy(ctx, { type })
  const isSameVisit = pendingEvent !== null && areOfOneVisit(pendingEvent, change)
  const since = (isSameVisit && pendingEvent.data.since) || change.occurredAt
  const data = { ...combine(isSameVisit ? (pendingEvent.data as Data) : null), since }
  const ended = pendingEvent === null || isSameVisit ? [] : [pendingEvent]
  await append(tx, head, ended, { ...change, data })
}

/**
 * Records the event of a visit that goes on, so that the trail has all changes. Without it, as when the disk of the
 * database is full, the trail has those recorded before.
 */
export async function endVisit({ tenantId }: Pick<Ctx, 'tenantId'>, subject: Subject): Promise<void> {
  await endVisits(tenantId, eq(chainHeads.chain, toChainName(subject))).catch((error: unknown) =>
    logFailure(error, 'the event of a visit could not be recorded'),
  )
}

/** Records the events of the visits that have ended by a pause, in all tenants. */
export function endOldVisits(now: Date): Promise<void> {
  const until = addSeconds(now, -VISIT_PAUSE_SECONDS)
  const lastChangeAt = sql`(${chainHeads.pendingEvent} ->> 'occurredAt')::timestamptz`
  const isOver = lte(lastChangeAt, sql`${until.toISOString()}::timestamptz`)
  return forEachDueTenant('audit.visits', until, (tenantId) => endVisits(tenantId, isOver))
}

/** Records the pending events of the chains that meet the condition, each in its own transaction. */
export async function endVisits(tenantId: number, condition: SQL): Promise<void> {
  const rows = await read({ tenantId }, (reader) =>
    reader
      .select({ chain: chainHeads.chain })
      .from(chainHeads)
      .where(and(eq(chainHeads.tenantId, tenantId), isNotNull(chainHeads.pendingEvent), condition)),
  )
  for (const { chain } of rows)
    await write({ tenantId }, async (tx) => {
      const head = await lockHead(tx, tenantId, chain)
      if (head.pendingEvent) await append(tx, head, [head.pendingEvent], null)
    })
}

function areOfOneVisit(pending: PendingEvent, change: PendingEvent): boolean {
  const { type, actor, address, userAgent, data, occurredAt } = pending
  const isWithin = (seconds: number, since: unknown) =>
    new Date(change.occurredAt) <= addSeconds(new Date(String(since)), seconds)
  return (
    isDeepStrictEqual(
      [type, actor, address, userAgent],
      [change.type, change.actor, change.address, change.userAgent],
    ) &&
    isWithin(VISIT_PAUSE_SECONDS, occurredAt) &&
    isWithin(VISIT_SECONDS, data.since)
  )
}

type Head = typeof chainHeads.$inferSelect

const isChain = (tenantId: number, chain: string) =>
  and(eq(chainHeads.tenantId, tenantId), eq(chainHeads.chain, chain))

/** The condition for the head of the trail of a subject. */
export const isHeadOf = ({ tenantId }: Pick<Ctx, 'tenantId'>, subject: Subject) =>
  isChain(tenantId, toChainName(subject))

/** The heads that open transactions have locked, as they are now: nobody else can change them. */
const lockedHeads = new WeakMap<Tx, Map<string, Head>>()

/** Records on top of this head, which the transaction has locked, without reading it again. */
export function keepHead(tx: Tx, head: Head): void {
  const ofTransaction = lockedHeads.get(tx) ?? new Map<string, Head>()
  lockedHeads.set(tx, ofTransaction.set(`${head.tenantId} ${head.chain}`, head))
}

/** The head (last event) of the chain, locked until the transaction ends; a new chain starts with the genesis hash. */
async function lockHead(tx: Tx, tenantId: number, chain: string): Promise<Head> {
  const locked = lockedHeads.get(tx)?.get(`${tenantId} ${chain}`)
  if (locked) return locked
  const [head] = await tx
    .insert(chainHeads)
    .values(emptyHead(tenantId, chain))
    .onConflictDoUpdate({
      target: [chainHeads.tenantId, chainHeads.chain],
      set: { seq: sql`${chainHeads.seq}` },
    })
    .returning()
  return head!
}

function emptyHead(tenantId: number, chain: string) {
  const head = { tenantId, chain, seq: 0, hash: GENESIS_HASH, pendingEvent: null }
  return { ...head, mac: headMac(head) }
}

/** Adds events to the chain, and sets its pending one. @param isNew its head is not stored yet */
async function append(
  tx: Tx,
  head: Head,
  newEvents: PendingEvent[],
  pendingEvent: PendingEvent | null,
  { isNew = false } = {},
): Promise<void> {
  const chained = chainAfter(head, newEvents)
  const { tenantId, chain } = head
  const { seq, hash, occurredAt: lastAt } = chained.at(-1) ?? { ...head, occurredAt: head.lastAt }
  // The MAC of a head that was altered stays wrong: the events that follow do not hide the alteration.
  const mac = hasValidMac(head) ? headMac({ tenantId, chain, seq, hash, pendingEvent }) : head.mac
  const changed = { seq, hash, mac, lastAt, pendingEvent }
  const added = { tenantId, chain, ...changed }
  const written = { seq: chainHeads.seq }
  const writeHead = isNew
    ? tx.insert(chainHeads).values(added).returning(written)
    : tx.update(chainHeads).set(changed).where(isChain(tenantId, chain)).returning(written)
  if (chained.length === 0) await writeHead
  else {
    const webhooks = await insertEvents(tx, chained, tx.$with('head').as(writeHead))
    const types = chained
      .map(({ type }) => type as EventType)
      .filter((type) => webhooks.forAudit || !auditOnlyTypes.has(type))
      .filter((type) => webhooks.active || !webhookOnlyTypes.has(type))
    announceAtEnd(tx, { tenantId, chain, seq, types })
  }
  keepHead(tx, { ...head, ...changed })
}

/** Writes the events and the new head of the chain. @returns whether a webhook is active, and whether one gets all events */
async function insertEvents(tx: Tx, chained: ReturnType<typeof chainAfter>, writeHead: WithSubquery) {
  const { tenantId } = chained[0]!
  const webhooks = { active: hasActiveWebhook(tenantId), forAudit: hasWebhookFor(tenantId, AUDIT_GROUP) }
  const results: { active: boolean; forAudit: boolean }[] = []
  for (let start = 0; start < chained.length; start += ROWS_PER_INSERT)
    results.push(
      ...(await (start === 0 ? tx.with(writeHead) : tx)
        .insert(events)
        .values(chained.slice(start, start + ROWS_PER_INSERT))
        .returning(webhooks)),
    )
  return results[0]!
}

/** The announcements of open transactions, by chain. */
const announcements = new WeakMap<Tx, Map<string, Announcement>>()

/**
 * Enqueues one job for all events that a transaction adds to a chain: a listener that handles the last one also handles
 * the earlier ones.
 */
function announceAtEnd(tx: Tx, announcement: Announcement): void {
  const { chain, types } = announcement
  if (!announcements.has(tx)) {
    announcements.set(tx, new Map())
    beforeCommit(tx, async () => {
      for (const last of announcements.get(tx)!.values()) await announce(tx, last)
    })
  }
  const ofTransaction = announcements.get(tx)!
  const earlier = ofTransaction.get(chain)?.types ?? []
  ofTransaction.set(chain, { ...announcement, types: [...new Set([...earlier, ...types])] })
}

/** The events with their positions and hashes after `head`. */
function chainAfter(head: Head, newEvents: readonly PendingEvent[]) {
  const { tenantId, chain } = head
  let { seq, hash: previousHash, lastAt } = head
  return newEvents.map(({ occurredAt: instant, ...event }) => {
    seq += 1
    // No event is older than the one before it, whatever the clocks of two machines say.
    const occurredAt = latest(new Date(instant), lastAt ?? new Date(instant))
    const chained = { chain, seq, ...event, occurredAt, previousHash }
    previousHash = eventHash(chained)
    lastAt = occurredAt
    return { tenantId, ...chained, hash: previousHash }
  })
}

function eventBy(ctx: Ctx, { type, data = {} }: Omit<NewEvent, 'subject'>): PendingEvent {
  return {
    type,
    actor: presentActor(ctx),
    data,
    address: ctx.address,
    userAgent: ctx.userAgent,
    requestId: ctx.requestId,
    occurredAt: ctx.now.toISOString(),
  }
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
        ...(actor.place && { place: actor.place }),
      }
    case 'system':
      return { type: 'system', job: actor.job }
  }
}
