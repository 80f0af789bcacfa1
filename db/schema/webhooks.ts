import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { deliveryStatuses } from '../../lib/core/enumerations.ts'
import { events } from './audit.ts'
import { bytea, id, instant, isOneOf, ref, referenceIndex, storedError } from './columns.ts'

/** The webhooks of tenants. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    tenantId: ref().notNull(),
    url: text().notNull(),
    /** Event types, or only `*` for all. */
    events: text().array().notNull(),
    description: text(),
    active: boolean().notNull(),
    /** Receives test mode events only. */
    testMode: boolean().notNull().default(false),
    /** Events before are not delivered. */
    activeSince: instant().notNull(),
    /** Since when the audit log is sent, also after that has ended; null: never. */
    auditSince: instant(),
    /** Encrypted; the previous secret also signs until it expires. */
    secret: bytea().notNull(),
    previousSecret: bytea(),
    previousUntil: instant(),
    lastSuccessAt: instant(),
    lastFailureAt: instant(),
    /** The first failure since the last success. */
    failingSince: instant(),
    consecutiveFailures: integer().notNull().default(0),
    /** No automatic delivery before this time, after failures. */
    backoffUntil: instant(),
    disabledReason: text(),
    createdAt: instant().notNull(),
  },
  (table) => [index('webhooks_tenant').on(table.tenantId, table.createdAt.desc(), table.id.desc())],
)

/** The message of an event for a webhook, with the signed body. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: id(),
    tenantId: ref().notNull(),
    webhookId: ref()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Null for a test. */
    eventId: ref().references(() => events.id),
    /** The header `webhook-id`. */
    messageId: text().notNull(),
    /** The chain and the sequence number of the event: deliveries are in this order. */
    chain: text().notNull(),
    seq: integer().notNull(),
    event: text().notNull(),
    body: text().notNull(),
    status: text({ enum: deliveryStatuses }).notNull().default('pending'),
    createdAt: instant().notNull(),
  },
  (table) => [
    // An event may be a message of its own type and one of the group `audit.*`.
    uniqueIndex('webhook_messages_event').on(table.webhookId, table.eventId, table.event),
    referenceIndex('webhook_messages_source', table.eventId),
    index('webhook_messages_order')
      .on(table.webhookId, table.chain, table.seq)
      .where(sql`${table.status} = 'pending'`),
    index('webhook_messages_kind').on(table.webhookId, table.event, table.id),
    index('webhook_messages_age').on(table.tenantId, table.createdAt),
    isOneOf('webhook_messages_status_known', table.status, deliveryStatuses),
  ],
)

/** The delivery attempts, finished and pending: a pending message has one pending attempt. */
export const webhookLogs = pgTable(
  'webhook_logs',
  {
    id: id(),
    tenantId: ref().notNull(),
    webhookId: ref()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    messageRowId: ref()
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    attempt: integer().notNull(),
    status: text({ enum: deliveryStatuses }).notNull().default('pending'),
    dueAt: instant().notNull(),
    /** Requested manually: made immediately, out of order. */
    manual: boolean().notNull().default(false),
    responseStatus: integer(),
    responseBody: text(),
    durationMilliseconds: integer(),
    error: storedError(),
    nextRetryAt: instant(),
    /** When the attempt was made; for a pending one, when it was created. */
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('webhook_logs_pending').on(table.messageRowId).where(sql`${table.status} = 'pending'`),
    index('webhook_logs_due').on(table.webhookId, table.dueAt).where(sql`${table.status} = 'pending'`),
    // The tenant is the last column, so that the policy is checked in the index when deliveries are counted.
    index('webhook_logs_shown').on(table.webhookId, table.createdAt, table.id, table.tenantId),
    index('webhook_logs_status').on(table.webhookId, table.status, table.createdAt, table.id, table.tenantId),
    index('webhook_logs_message').on(table.messageRowId, table.attempt),
    index('webhook_logs_age').on(table.tenantId, table.createdAt),
    isOneOf('webhook_logs_status_known', table.status, deliveryStatuses),
  ],
)
