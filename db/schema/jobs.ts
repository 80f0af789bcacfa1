import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When a job of each kind of process last ran through its queue; one row for the workers. */
export const heartbeats = pgTable('heartbeats', {
  name: text().primaryKey(),
  at: instant().notNull(),
})
