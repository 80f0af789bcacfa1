import { sql } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { type DocumentReferences, filterHashes } from '#lib/documents/references'

/** The vault references the signed file, its certificate and its audit trail. */
export const vaultReferences: DocumentReferences = {
  filesInUse: (reader, tenantId, hashes) =>
    filterHashes(
      reader,
      hashes,
      sql`exists (select from ${vaultDocuments} v where v.tenant_id = ${tenantId}
        and file.sha256 in (v.sha256, v.certificate_sha256, v.trail_sha256))`,
    ),
}
