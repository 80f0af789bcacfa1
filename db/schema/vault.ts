import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, id, instant, isOneOf, ref, referenceIndex, searchable, searchIndex } from './columns.ts'
import { folders } from './folders.ts'
import { users } from './identity.ts'

export interface SealSummary {
  level: string
  issuer: string
  serial: string
  timestamped_at: string | null
  /** The last time stamp ends soon, and the new one that it was to get ends no later. */
  not_prolonged?: true | undefined
  /** When a renewal got a time stamp that is not stored: it goes on, or has failed. */
  renewal_stamped_at?: string | undefined
}

export interface VaultSigner {
  name: string
  email: string
  signed_at: string | null
}

export const vaultDocuments = pgTable(
  'vault_documents',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref().notNull(),
    documentId: ref().notNull(),
    name: text().notNull(),
    tags: text().array().notNull().default(sql`'{}'`),
    size: bigint({ mode: 'number' }).notNull(),
    sha256: char({ length: 64 }).notNull(),
    /**
     * The file as it was first finished, which the certificate of completion names: the beginning of the present one,
     * which is longer where time stamps were renewed.
     */
    sealedSha256: char({ length: 64 }).notNull(),
    /** Null where time stamps were renewed before this was stored. */
    sealedSize: bigint({ mode: 'number' }),
    /** The certificate of completion and the audit trail as PDF, by hash. */
    certificateSha256: char({ length: 64 }).notNull(),
    trailSha256: char({ length: 64 }).notNull(),
    pageCount: integer().notNull(),
    signers: jsonb().$type<VaultSigner[]>().notNull(),
    seal: jsonb().$type<SealSummary>().notNull(),
    testMode: boolean().notNull(),
    /** The folder of the process: db/functions/folders.sql keeps them equal. */
    folderId: ref().references(() => folders.id, { onDelete: 'set null' }),
    signedAt: instant().notNull(),
    archivedAt: instant(),
    expiresAt: instant().notNull(),
    /** When the last time stamp of the file is to be renewed; null without time stamps. */
    renewAt: instant(),
    /** Under legal hold since then: it cannot be deleted. */
    holdSetAt: instant(),
    holdReason: text(),
    holdSetById: ref().references(() => users.id),
    holdSetByName: text(),
    createdAt: instant().notNull(),
    /** The name, then one tag per line. */
    searchable: searchable(sql`name || chr(10) || lines(tags) || chr(10)`),
  },
  (table) => [
    uniqueIndex('vault_documents_source').on(table.processId, table.documentId),
    ...(['active', 'archived'] as const).flatMap((part) => {
      const rows = part === 'active' ? isNull(table.archivedAt) : isNotNull(table.archivedAt)
      const { tenantId, testMode, folderId, signedAt, expiresAt, name, size, id } = table
      // The columns after the id are filters: rows that do not match are skipped in the index.
      return [
        index(`vault_${part}_signed`).on(tenantId, testMode, signedAt, id, expiresAt, folderId).where(rows),
        index(`vault_${part}_name`)
          .on(tenantId, testMode, name, id, expiresAt, signedAt, folderId)
          .where(rows),
        index(`vault_${part}_size`)
          .on(tenantId, testMode, size, id, expiresAt, signedAt, folderId)
          .where(rows),
      ]
    }),
    index('vault_active_expiry')
      .on(table.tenantId, table.testMode, table.expiresAt, table.signedAt, table.id, table.folderId)
      .where(isNull(table.archivedAt)),
    index('vault_held')
      .on(table.tenantId, table.testMode, table.signedAt, table.id, table.expiresAt, table.archivedAt)
      .where(isNotNull(table.holdSetAt)),
    // For the deletion after retention.
    index('vault_ended').on(table.tenantId, table.expiresAt, table.id).where(isNull(table.holdSetAt)),
    // For the renewal of time stamps.
    index('vault_renewal').on(table.tenantId, table.renewAt).where(isNotNull(table.renewAt)),
    referenceIndex('vault_in_folder', table.folderId),
    referenceIndex('vault_holder', table.holdSetById),
    index('vault_folder').on(table.tenantId, table.testMode, table.folderId, table.signedAt, table.id),
    // By the hash in a certificate of completion.
    index('vault_sealed').using('hash', table.sealedSha256),
    index('vault_bytes').on(table.tenantId, table.sha256),
    index('vault_certificates').using('hash', table.certificateSha256),
    index('vault_trails').using('hash', table.trailSha256),
    searchIndex('vault_search', table),
  ],
)

/** The platform's signatures over the manifests of packages, which stay the same until one of the files is deleted. */
export const manifestSignatures = pgTable(
  'manifest_signatures',
  {
    tenantId: ref().notNull(),
    processId: ref().notNull(),
    /** Of the manifest. */
    sha256: char({ length: 64 }).notNull(),
    /** SignedData without content (RFC 5652), DER. */
    cms: bytea().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.sha256] }),
    index('manifest_signatures_process').on(table.tenantId, table.processId),
  ],
)

const endings = ['retention', 'contract'] as const

/** The ends that an email has announced: of the retention of a vault document, and of the contract of a process. */
export const endNotices = pgTable(
  'end_notices',
  {
    tenantId: ref().notNull(),
    ending: text({ enum: endings }).notNull(),
    /** Of the vault document, or of the process. */
    recordId: ref().notNull(),
    endsOn: date().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.ending, table.recordId, table.endsOn] }),
    isOneOf('end_notices_ending_known', table.ending, endings),
  ],
)
