import { char, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, id, instant, ref } from './columns.ts'
import { processes, signers } from './processes.ts'

/** A signing link that a correction ended; its page says that it was replaced. */
export const replacedLinks = pgTable(
  'replaced_links',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    /** Whose link it was; null when the signer was removed. */
    signerId: ref().references(() => signers.id, { onDelete: 'set null' }),
    tokenHash: char({ length: 64 }).notNull(),
    replacedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('replaced_links_token').on(table.tokenHash),
    index('replaced_links_process').on(table.processId),
    index('replaced_links_signer').on(table.signerId),
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

/** A signer has handed over to someone else, who takes their place: the row of `signers` has the new person then. */
export const delegations = pgTable(
  'delegations',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    signerId: ref()
      .notNull()
      .references(() => signers.id, { onDelete: 'cascade' }),
    fromName: text().notNull(),
    fromEmail: text().notNull(),
    toName: text().notNull(),
    toEmail: text().notNull(),
    reason: text().notNull(),
    /** The link that ended. */
    tokenHash: char({ length: 64 }).notNull(),
    delegatedAt: instant().notNull(),
  },
  (table) => [
    index('delegations_process').on(table.processId),
    index('delegations_signer').on(table.signerId, table.id),
    index('delegations_token').on(table.tokenHash),
  ],
)
export type Delegation = typeof delegations.$inferSelect
