import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When a heartbeat job last ran, one row for all workers; and when each worker process last reported that it runs. */
export const heartbeats = pgTable('heartbeats', {
  name: text().primaryKey(),
  at: instant().notNull(),
  /** How far the clock of the process is ahead of the database's. */
  clockOffsetMs: integer(),
})
