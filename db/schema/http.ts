import { boolean, char, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Json } from '#lib/core/json'
import { instant, ref } from './columns.ts'

/** Stored responses of requests with `Idempotency-Key`: 24 hours per key and principal. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenantId: ref().notNull(),
    /**
     * `user:3`, `api_key:9`, `signer:12`, with `:test` in test mode, or `visitor:` and a hash of IP address and
     * credential.
     */
    principal: text().notNull(),
    key: text().notNull(),
    /** A keyed hash (HMAC): a request may contain a password, which a plain hash would reveal. */
    requestHmac: char({ length: 64 }).notNull(),
    /**
     * A random id of the request that owns the claim: only that request may store a response or release the key. Null
     * after it failed.
     */
    owner: text(),
    /** The request has committed changes: it must not run again, even without a stored response. */
    executed: boolean().notNull().default(false),
    /** Null while the first request is in flight. */
    status: integer(),
    headers: jsonb().$type<Record<string, string>>(),
    body: jsonb().$type<Json>(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.principal, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)
