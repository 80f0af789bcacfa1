import type { documents } from '#db/schema/documents'
import { env } from '#lib/core/env'
import { formatSize } from '#lib/core/text/format-size'
import type { DocumentRecord } from './schema.ts'

export type DocumentRow = typeof documents.$inferSelect

/** Whether processes use a copy because the file was damaged. */
export function isRepaired({ repaired, decrypted }: Pick<DocumentRow, 'repaired' | 'decrypted'>): boolean {
  return repaired && !decrypted
}

/** The API record of a document. */
export function presentDocument(row: DocumentRow): DocumentRecord {
  return {
    id: row.id,
    name: row.name,
    original_filename: row.originalFilename,
    mime_type: row.mimeType,
    size: row.size,
    size_formatted: formatSize(row.size),
    page_count: row.pageCount,
    pages: row.pages.map(({ number, width, height, rotation }) => ({ number, width, height, rotation })),
    sha256: row.sha256,
    status: row.status,
    folder_id: row.folderId,
    repaired: isRepaired(row),
    certified: row.certified,
    decrypted: row.decrypted,
    standards: row.standards,
    lost_standards: row.lostStandards,
    active_content: row.activeContent,
    usage_rights: row.usageRights,
    test_mode: row.testMode,
    created_by: row.createdById === null ? null : { id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    download_url: `${env().appUrl}/api/v1/documents/${row.id}/download`,
  }
}
