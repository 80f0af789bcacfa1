import { bigint, boolean, char, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { PageGeometry } from '#lib/pdf/geometry'
import { id, instant, ref } from './columns.ts'

export type DocumentStatus = 'uploaded' | 'in_process' | 'completed'

export const documents = pgTable(
  'documents',
  {
    id: id(),
    tenantId: ref().notNull(),
    name: text().notNull(),
    originalFilename: text().notNull(),
    mimeType: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the bytes exactly as they came. */
    sha256: char({ length: 64 }).notNull(),
    /** SHA-256 of the bytes to work on: the repaired ones, or the same. */
    workingSha256: char({ length: 64 }).notNull(),
    repaired: boolean().notNull(),
    /** The file carried signatures when it came: nothing may be added but signatures. */
    signedBefore: boolean().notNull(),
    pageCount: integer().notNull(),
    pages: jsonb().$type<PageGeometry[]>().notNull(),
    status: text().$type<DocumentStatus>().notNull(),
    testMode: boolean().notNull(),
    createdById: ref(),
    createdByName: text().notNull(),
    deletedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [index('documents_tenant').on(table.tenantId, table.createdAt.desc(), table.id.desc())],
)
