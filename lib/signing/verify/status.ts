import { findSealed } from '#db/tenancy/cross-tenant-signed'
import type { FileStatusRecord } from './schema.ts'

/** What this installation knows of a file by its hash. */
export async function getFileStatus(sha256: string): Promise<FileStatusRecord> {
  const sealed = await findSealed(sha256)
  return {
    sha256,
    status: sealed ? (sealed.voidedAt ? 'voided' : 'completed') : 'unknown',
    organisation: sealed?.organisation ?? null,
    completed_at: sealed?.completedAt.toISOString() ?? null,
    voided_at: sealed?.voidedAt?.toISOString() ?? null,
    test_mode: sealed?.testMode ?? false,
  }
}
