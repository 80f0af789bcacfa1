import { sql } from 'drizzle-orm'
import { boolean, char, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, ref } from './columns.ts'

export interface SealSummary {
  level: string
  issuer: string
  serial: string
  timestamped_at: string | null
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
    size: ref().notNull(),
    sha256: char({ length: 64 }).notNull(),
    /** The certificate of completion and the audit trail as PDF, by hash. */
    certificateSha256: char({ length: 64 }).notNull(),
    trailSha256: char({ length: 64 }).notNull(),
    pageCount: integer().notNull(),
    signers: jsonb().$type<VaultSigner[]>().notNull(),
    seal: jsonb().$type<SealSummary>().notNull(),
    testMode: boolean().notNull(),
    signedAt: instant().notNull(),
    archivedAt: instant(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('vault_documents_source').on(table.processId, table.documentId),
    index('vault_documents_tenant').on(table.tenantId, table.signedAt.desc(), table.id.desc()),
  ],
)
