import { isNotNull, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  char,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Json } from '#lib/core/json'
import { bytea, id, instant, ref } from './columns.ts'

/**
 * SQL: who an event names as its actor. The address of a user or signer in lower case, else `api_key:4` or `system`.
 */
export const eventActor = (actor: AnyPgColumn | ExtraConfigColumn): SQL =>
  sql`(coalesce(lower(${actor} ->> 'email'), (${actor} ->> 'type') || coalesce(':' || (${actor} ->> 'id'), '')))`

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
    // For the audit log of the tenant, newest first, and for what one actor did in it.
    index('events_time').on(table.tenantId, table.occurredAt, table.id),
    index('events_actor').on(table.tenantId, eventActor(table.actor), table.occurredAt, table.id),
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
    /** The position of the last head that is in the log: the others are to be appended. */
    loggedSeq: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.chain] }),
    // For the job that ends visits.
    index('chain_heads_pending').on(table.tenantId).where(isNotNull(table.pendingEvent)),
    // For `cross_tenant_take_heads`.
    index('chain_heads_unlogged').on(table.lastAt).where(sql`seq > logged_seq`),
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

/** The transparency log of the installation: heads of the chains of all tenants, append-only and numbered from 0. */
export const logLeaves = pgTable(
  'log_leaves',
  {
    index: bigint({ mode: 'number' }).primaryKey(),
    chain: text().notNull(),
    seq: integer().notNull(),
    hash: char({ length: 64 }).notNull(),
  },
  (table) => [uniqueIndex('log_leaves_head').on(table.chain, table.seq)],
)

/** The full tiles of the log (C2SP tlog-tiles); partial ones are made of leaves and of roots of full tiles. */
export const logTiles = pgTable(
  'log_tiles',
  {
    level: integer().notNull(),
    index: bigint({ mode: 'number' }).notNull(),
    /** 256 hashes of 32 bytes. */
    hashes: bytea().notNull(),
    /** The Merkle tree hash of these: an entry of the tile at the level above. */
    root: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

/** The signed checkpoint after each batch; the largest is the state of the log. */
export const logCheckpoints = pgTable('log_checkpoints', {
  size: bigint({ mode: 'number' }).primaryKey(),
  /** A signed note (C2SP tlog-checkpoint). */
  note: text().notNull(),
  createdAt: instant().notNull(),
})

/** The cosignatures of witnesses under checkpoints of the log (C2SP tlog-cosignature). */
export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    /** The size of the checkpoint. */
    size: bigint({ mode: 'number' }).notNull(),
    /** The verifier key of the witness. */
    witness: text().notNull(),
    /** The signature line. */
    line: text().notNull(),
    cosignedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.size, table.witness] }),
    index('log_cosignatures_witness').on(table.witness, table.size),
    index('log_cosignatures_time').on(table.cosignedAt),
  ],
)

/** The last checkpoint that this installation cosigned of each log of others that it witnesses. */
export const witnessedLogs = pgTable('witnessed_logs', {
  origin: text().primaryKey(),
  size: bigint({ mode: 'number' }).notNull(),
  /** A signed note: with another one of the log it proves that the log was rewritten. */
  note: text().notNull(),
  cosignedAt: instant().notNull(),
})
