import { isNull, sql } from 'drizzle-orm'
import { bigint, boolean, char, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Placeholders } from '#lib/office/fill/placeholders'
import type { ActiveContent } from '#lib/pdf/check/active-content'
import type { PageGeometry } from '#lib/pdf/geometry'
import { documentStatuses } from '../../lib/core/enumerations.ts'
import { id, instant, isOneOf, ref, referenceIndex, searchable, searchIndex } from './columns.ts'
import { folders } from './folders.ts'
import { users } from './identity.ts'

export const documents = pgTable(
  'documents',
  {
    id: id(),
    tenantId: ref().notNull(),
    name: text().notNull(),
    originalFilename: text().notNull(),
    mimeType: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the bytes as uploaded, or of the PDF that was made of them. */
    sha256: char({ length: 64 }).notNull(),
    /** SHA-256 of the bytes that processes use: the repaired file, or that of `sha256`. */
    workingSha256: char({ length: 64 }).notNull(),
    /** Their number; null for documents of earlier versions. */
    workingSize: bigint({ mode: 'number' }),
    /** Processes use a repaired or decrypted copy. */
    repaired: boolean().notNull(),
    /** The uploaded file was signed already: only signatures may be added. */
    signedBefore: boolean().notNull(),
    /** The kinds of active content in the file. */
    activeContent: text().array().$type<ActiveContent[]>().notNull().default([]),
    /** Its author has certified the file: it takes signatures and values, but no new fields. */
    certified: boolean().notNull().default(false),
    /** The file was encrypted: the bytes that processes use are not. */
    decrypted: boolean().notNull().default(false),
    /** The standards that the file claims, such as PDF/A-2b, and those of them that signing does not keep. */
    standards: text().array().notNull().default([]),
    lostStandards: text().array().notNull().default([]),
    /** The file carries usage rights (UR3), which signing voids. */
    usageRights: boolean().notNull().default(false),
    /** SHA-256 and bytes of the DOCX that the file was made of, kept if it has placeholders; and what they are. */
    sourceSha256: char({ length: 64 }),
    sourceSize: bigint({ mode: 'number' }),
    placeholders: jsonb().$type<Placeholders>(),
    pageCount: integer().notNull(),
    pages: jsonb().$type<PageGeometry[]>().notNull(),
    status: text({ enum: documentStatuses }).notNull(),
    testMode: boolean().notNull(),
    folderId: ref().references(() => folders.id, { onDelete: 'set null' }),
    createdById: ref().references(() => users.id),
    createdByName: text().notNull(),
    deletedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    searchable: searchable(sql`name || chr(10) || original_filename`),
  },
  (table) => {
    const {
      tenantId,
      testMode,
      status,
      folderId,
      createdAt,
      name,
      size,
      sha256,
      workingSha256,
      sourceSha256,
      id,
    } = table
    const isNotDeleted = isNull(table.deletedAt)
    return [
      index('documents_created').on(tenantId, testMode, createdAt, id, status, folderId).where(isNotDeleted),
      index('documents_status').on(tenantId, testMode, status, createdAt, id, folderId).where(isNotDeleted),
      index('documents_name').on(tenantId, testMode, name, id, status, folderId).where(isNotDeleted),
      index('documents_size').on(tenantId, testMode, size, id, status, folderId).where(isNotDeleted),
      index('documents_folder').on(tenantId, testMode, folderId, createdAt, id, status).where(isNotDeleted),
      index('documents_bytes').on(tenantId, sha256).where(isNotDeleted),
      index('documents_working_bytes').on(tenantId, workingSha256).where(isNotDeleted),
      index('documents_source_bytes').on(tenantId, sourceSha256).where(isNotDeleted),
      referenceIndex('documents_in_folder', folderId),
      referenceIndex('documents_creator', table.createdById),
      searchIndex('documents_search', table),
      isOneOf('documents_status_known', status, documentStatuses),
    ]
  },
)

/**
 * Files that are being stored, of which the records are not written yet: these are not removed. A row is deleted with the
 * transaction of the record.
 */
export const pendingFiles = pgTable(
  'pending_files',
  {
    id: id(),
    tenantId: ref().notNull(),
    sha256: char({ length: 64 }).notNull(),
    createdAt: instant().notNull(),
  },
  ({ tenantId, sha256 }) => [index('pending_files_bytes').on(tenantId, sha256)],
)

export type DocumentStatus = (typeof documents.$inferSelect)['status']
