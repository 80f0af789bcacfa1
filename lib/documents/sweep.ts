import { sql } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { type Reader, read, write } from '#db/tenant'
import { addSeconds } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { listFiles, removeOlder, type StoredHash } from '#lib/storage/files'
import { filesInUse, lockFile } from './purge.ts'

/** Longer than any upload or seal has its file without a record. */
const UNUSED_SECONDS = 86_400
const FILES_AT_ONCE = 500

/**
 * Removes stored files that no record names: a process that was killed between storing a file and recording it leaves
 * one. Younger files stay, because their records may still be written.
 */
export async function sweepFiles(at: Date, unusedSeconds = UNUSED_SECONDS): Promise<void> {
  const olderThan = addSeconds(at, -unusedSeconds)
  let removed = 0
  let some: StoredHash[] = []
  for await (const file of listFiles(olderThan)) {
    some.push(file)
    if (some.length < FILES_AT_ONCE) continue
    removed += await removeUnused(some, olderThan)
    some = []
  }
  removed += await removeUnused(some, olderThan)
  if (removed > 0) log().info({ removed }, 'stored files without a record were removed')
}

async function removeUnused(files: StoredHash[], olderThan: Date): Promise<number> {
  let removed = 0
  for (const [tenantId, own] of Map.groupBy(files, (file) => file.tenantId)) {
    const hashes = own.map((file) => file.sha256)
    const used = await read({ tenantId }, async (reader) =>
      (await filesInUse(reader, tenantId, hashes)).union(await imagesInUse(reader, tenantId, hashes)),
    )
    for (const sha256 of hashes) {
      if (!used.has(sha256) && (await removeIfUnused(tenantId, sha256, olderThan))) removed += 1
    }
  }
  return removed
}

/** Which of these files are the picture of a signature. No index serves this under row-level security: it runs at night. */
async function imagesInUse(reader: Reader, tenantId: number, hashes: string[]): Promise<Set<string>> {
  const rows = await reader.execute<{ sha256: string }>(sql`
    select image.sha256 from ${signers} s,
      lateral (values (s.signature ->> 'imageSha256'), (s.initials ->> 'imageSha256')) as image (sha256)
    where s.tenant_id = ${tenantId}
      and image.sha256 in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`)
  return new Set(rows.map((row) => row.sha256))
}

/** Looks once more under the lock that uploads of the same bytes take. */
function removeIfUnused(tenantId: number, sha256: string, olderThan: Date): Promise<boolean> {
  return write({ tenantId }, async (tx) => {
    await lockFile(tx, { tenantId }, sha256)
    const used = await filesInUse(tx, tenantId, [sha256])
    return !used.has(sha256) && removeOlder(tenantId, sha256, olderThan)
  })
}
