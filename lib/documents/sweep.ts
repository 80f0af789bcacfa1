import { read, write } from '#db/tenant'
import { addSeconds } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { listFiles, removeOlder, type StoredHash } from '#lib/storage/files'
import { filesInUse, lockBytes } from './purge.ts'

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
    const used = await read({ tenantId }, (reader) => filesInUse(reader, tenantId, hashes))
    for (const sha256 of hashes) {
      if (!used.has(sha256) && (await removeIfUnused(tenantId, sha256, olderThan))) removed += 1
    }
  }
  return removed
}

/** Looks once more under the lock that uploads of the same bytes take. */
function removeIfUnused(tenantId: number, sha256: string, olderThan: Date): Promise<boolean> {
  return write({ tenantId }, async (tx) => {
    await lockBytes(tx, { tenantId }, sha256)
    const used = await filesInUse(tx, tenantId, [sha256])
    return !used.has(sha256) && removeOlder(tenantId, sha256, olderThan)
  })
}
