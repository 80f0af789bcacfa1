import { char, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, id, instant, ref } from './columns.ts'
import { processes } from './processes.ts'

/** A signing link that a correction ended; its page says that it was replaced. */
export const replacedLinks = pgTable(
  'replaced_links',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    tokenHash: char({ length: 64 }).notNull(),
    replacedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('replaced_links_token').on(table.tokenHash),
    index('replaced_links_process').on(table.processId),
  ],
)

/** What was filled in by a signing link and not signed yet, so that another device goes on. */
export const signingDrafts = pgTable(
  'signing_drafts',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    tokenHash: char({ length: 64 }).notNull(),
    /** Values, signature and initials as JSON, encrypted. */
    content: bytea().notNull(),
    savedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('signing_drafts_token').on(table.tokenHash),
    index('signing_drafts_process').on(table.processId),
  ],
)
