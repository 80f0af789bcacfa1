import { not } from 'drizzle-orm'
import { bigint, boolean, char, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
    /** What `key` is: a status, a role, a tag, the day of signing of what is kept or archived, the month and the day on which retention ends. */
    kind: text().notNull(),
    key: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The sum of what was before it; the job looks only where something has been added since. */
    settled: boolean().notNull().default(false),
  },
  (table) => {
    const { tenantId, room, testMode, kind, key, settled } = table
    return [
      index('tallies_key').on(tenantId, room, testMode, kind, key),
      index('tallies_new').on(tenantId, room, testMode, kind, key).where(not(settled)),
    ]
  },
)

/** Which bytes a tenant's documents have, and how many of them the same: kept by a trigger, for what is stored is kept once. */
export const uploadedFiles = pgTable(
  'uploaded_files',
  {
    tenantId: ref().notNull(),
    sha256: char({ length: 64 }).notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    documents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sha256] })],
)
