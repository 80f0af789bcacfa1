import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, ref } from './columns.ts'

/**
 * How many rows of a room there are, by what a list or the statistics ask for; kept by triggers in the transaction of
 * each change. Differences are appended, so that no two changes wait for one row, and added up by a job.
 */
export const tallies = pgTable(
  'tallies',
  {
    id: id(),
    tenantId: ref().notNull(),
    room: text().notNull(),
    testMode: boolean().notNull(),
    /** What `key` is: a status, a tag, the month of signing or of the end of retention. */
    kind: text().notNull(),
    key: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('tallies_key').on(table.tenantId, table.room, table.testMode, table.kind, table.key)],
)
