import { sql } from 'drizzle-orm'
import { privacyRequests } from '#db/schema/privacy'
import { type DocumentReferences, filterHashes } from '#lib/documents/references'

/** The files in use by privacy requests: the exported data of a person is a stored file. */
export const privacyReferences: DocumentReferences = {
  filesInUse: (reader, tenantId, hashes) =>
    filterHashes(
      reader,
      hashes,
      sql`exists (select from ${privacyRequests} r where r.tenant_id = ${tenantId} and r.result_sha256 = file.sha256)`,
    ),
}
