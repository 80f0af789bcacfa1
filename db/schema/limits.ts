import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/**
 * Counters of rate limits. Keys are hashes, `expire` is in Unix milliseconds.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
