import { bigint, char, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, id, instant, isOneOf, ref } from './columns.ts'
import { confirmationFailures } from './keys.ts'
import { fields, processes, signers } from './processes.ts'

/** A signing link that a correction or a hand-over ended; its page says that it was replaced. */
export const replacedLinks = pgTable(
  'replaced_links',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    /** Whose link it was; null when the signer was removed, or another person is in their place. */
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
    /** Of the link; of a signer whose link has ended, and who is invited again later, their id with leading zeros. */
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

const confirmationStatuses = ['waiting', 'confirmed'] as const

/**
 * A signature that a remote signing service makes once the person has confirmed it: on the signing page or at the
 * provider. Deleted when it is embedded.
 */
export const signatureConfirmations = pgTable(
  'signature_confirmations',
  {
    signerId: ref()
      .primaryKey()
      .references(() => signers.id, { onDelete: 'cascade' }),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    /** `confirmed`: all its signatures are made, and wait to be embedded. */
    status: text({ enum: confirmationStatuses }).notNull(),
    /** Why the last try failed, or why the person is asked again. */
    failure: text({ enum: confirmationFailures }),
    /** The credential, what is to be signed and the signatures as JSON, encrypted. */
    content: bytea().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('signature_confirmations_process').on(table.processId),
    isOneOf('signature_confirmations_status_known', table.status, confirmationStatuses),
    isOneOf('signature_confirmations_failure_known', table.failure, confirmationFailures),
  ],
)
export type ConfirmationRow = typeof signatureConfirmations.$inferSelect

const attachmentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const

/** A file that a signer added to a field; it is a stored file, named by hash. */
export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    signerId: ref()
      .notNull()
      .references(() => signers.id, { onDelete: 'cascade' }),
    fieldId: ref()
      .notNull()
      .references(() => fields.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    mimeType: text({ enum: attachmentTypes }).notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    sha256: char({ length: 64 }).notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('attachments_field').on(table.fieldId),
    index('attachments_process').on(table.processId),
    index('attachments_signer').on(table.signerId),
    index('attachments_bytes').on(table.tenantId, table.sha256),
    isOneOf('attachments_type_known', table.mimeType, attachmentTypes),
  ],
)
export type AttachmentRow = typeof attachments.$inferSelect
export type AttachmentType = AttachmentRow['mimeType']
