import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When a heartbeat job last ran; one row for all workers. */
export const heartbeats = pgTable('heartbeats', {
  name: text().primaryKey(),
  at: instant().notNull(),
})
