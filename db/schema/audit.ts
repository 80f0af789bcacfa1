import { isNotNull } from 'drizzle-orm'
import { char, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Json } from '#lib/core/json'
import { id, instant, ref } from './columns.ts'

/** Every event: append-only; the application's role may neither update nor delete. */
export const events = pgTable(
  'events',
  {
    id: id(),
    tenantId: ref().notNull(),
    /** The record the event is about, which names its hash chain: `process:12`, `document:7`, `user:3`. */
    chain: text().notNull(),
    /** Position in the chain, from 1. */
    seq: integer().notNull(),
    type: text().notNull(),
    actor: jsonb().$type<Record<string, Json>>().notNull(),
    data: jsonb().$type<Record<string, Json>>().notNull(),
    address: text(),
    userAgent: text(),
    requestId: text().notNull(),
    occurredAt: instant().notNull(),
    previousHash: char({ length: 64 }).notNull(),
    hash: char({ length: 64 }).notNull(),
  },
  (table) => [
    uniqueIndex('events_chain').on(table.tenantId, table.chain, table.seq),
    index('events_type').on(table.tenantId, table.type, table.occurredAt),
  ],
)

/**
 * An event of a visit that goes on, such as that of an editor: later changes are added to it, so it is not in the chain
 * yet. The next event of the chain, a reader of the trail or the job `audit.visits` ends the visit.
 */
export interface PendingEvent {
  type: string
  actor: Record<string, Json>
  data: Record<string, Json>
  address: string | null
  userAgent: string | null
  requestId: string
  /** ISO 8601. */
  occurredAt: string
}

/** The last event of each hash chain with a MAC, so that a deletion of the last events is detected. */
export const chainHeads = pgTable(
  'chain_heads',
  {
    tenantId: ref().notNull(),
    chain: text().notNull(),
    /** The position of the last event. */
    seq: integer().notNull(),
    hash: char({ length: 64 }).notNull(),
    /** HMAC-SHA-256 under a key of the installation, over all of the above and the pending event. */
    mac: char({ length: 64 }).notNull(),
    /** When the last event occurred. */
    lastAt: instant(),
    pendingEvent: jsonb().$type<PendingEvent>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.chain] }),
    // For the job that ends visits.
    index('chain_heads_pending').on(table.tenantId).where(isNotNull(table.pendingEvent)),
  ],
)

/** The last event of a chain that a consumer has handled, written in the transaction of its work. */
export const consumerOffsets = pgTable(
  'consumer_offsets',
  {
    tenantId: ref().notNull(),
    consumer: text().notNull(),
    chain: text().notNull(),
    /** The position of the last handled event. */
    seq: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.consumer, table.chain] })],
)
