import type { vaultDocuments } from '#db/schema/vault'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { formatSize } from '#lib/core/text/format-size'
import { vaultStatus } from './rules.ts'
import type { VaultRecord } from './schema.ts'

export type VaultRow = typeof vaultDocuments.$inferSelect

/** The process of a vault document. */
interface VaultSource {
  name: string
  voidedAt: Date | null
  voidReason: string | null
}

/** What `If-Match` names when tags are replaced: their version. */
export function getTagsVersion({ tags }: { tags: string[] }): string {
  return sha256Hex(JSON.stringify(tags))
}

/** The API representation of a vault document, with its status at `now`. */
export function presentVaultDocument(row: VaultRow, source: VaultSource | undefined, now: Date): VaultRecord {
  const url = `${env().appUrl}/api/v1/vault/documents/${row.id}`
  return {
    id: row.id,
    name: row.name,
    document_id: row.documentId,
    process_id: row.processId,
    process_name: source?.name ?? row.name,
    status: vaultStatus(row, now),
    folder_id: row.folderId,
    tags: row.tags,
    size: row.size,
    size_formatted: formatSize(row.size),
    sha256: row.sha256,
    page_count: row.pageCount,
    signers: row.signers.map(({ name, email, signed_at }) => ({ name, email, signed_at })),
    signed_at: row.signedAt.toISOString(),
    archived_at: row.archivedAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
    voided_at: source?.voidedAt?.toISOString() ?? null,
    void_reason: source?.voidReason ?? null,
    legal_hold: {
      on: row.holdSetAt !== null,
      reason: row.holdReason,
      set_by: row.holdSetById === null ? null : { id: row.holdSetById, name: row.holdSetByName ?? '' },
      set_at: row.holdSetAt?.toISOString() ?? null,
    },
    seal: {
      level: row.seal.level,
      issuer: row.seal.issuer,
      serial: row.seal.serial,
      timestamped_at: row.seal.timestamped_at,
    },
    test_mode: row.testMode,
    created_at: row.createdAt.toISOString(),
    download_url: `${url}/download`,
    package_url: `${url}/package`,
  }
}
