import { not } from 'drizzle-orm'
import { bigint, boolean, char, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, ref } from './columns.ts'

/**
 * Counts of rows by the values that lists and statistics filter by; written by the triggers of
 * db/functions/counters.sql in the transaction of each change. Differences are appended, so that concurrent changes do
 * not wait for one row; a job adds them up.
 */
export const counters = pgTable(
  'counters',
  {
    id: id(),
    tenantId: ref().notNull(),
    entity: text().notNull(),
    testMode: boolean().notNull(),
    /** The folder of the counted rows, so that a user's totals leave out folders without access. */
    folderId: ref(),
    /**
     * The meaning of `key`: a status, a role, a tag, a day of signing (`active`, `archived`), the month or day on which
     * retention ends, the month in which a process was sent or completed.
     */
    kind: text().notNull(),
    key: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Whether the row is a sum made by the job; other rows are differences that it has yet to add. */
    folded: boolean().notNull().default(false),
  },
  (table) => {
    const { tenantId, entity, testMode, kind, key, folded } = table
    return [
      index('counters_key').on(tenantId, entity, testMode, kind, key),
      index('counters_new').on(tenantId, entity, testMode, kind, key).where(not(folded)),
    ]
  },
)

/** How many documents of a tenant share a stored file (identical files are stored once); set by a trigger. */
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
