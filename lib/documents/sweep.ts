import { type Reader, read, write } from '#db/tenant'
import { addSeconds } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { listFiles, removeOlder, type StoredHash } from '#lib/storage/files'
import { filesInUse, lockFile } from './purge.ts'
import type { DocumentReferences } from './references.ts'

/** Longer than any upload or seal takes from storing its file to recording it. */
const UNUSED_SECONDS = 86_400
const FILES_AT_ONCE = 500

/**
 * Removes stored files that no record names: a process that was killed between storing a file and recording it leaves
 * one. Younger files stay, because their records may still be written.
 */
export async function sweepFiles(
  at: Date,
  references: DocumentReferences[],
  unusedSeconds = UNUSED_SECONDS,
): Promise<void> {
  const olderThan = addSeconds(at, -unusedSeconds)
  let removed = 0
  let some: StoredHash[] = []
  for await (const file of listFiles(olderThan)) {
    some.push(file)
    if (some.length < FILES_AT_ONCE) continue
    removed += await removeUnused(some, olderThan, references)
    some = []
  }
  removed += await removeUnused(some, olderThan, references)
  if (removed > 0) log().info({ removed }, 'stored files without a record were removed')
}

async function removeUnused(
  files: StoredHash[],
  olderThan: Date,
  references: DocumentReferences[],
): Promise<number> {
  let removed = 0
  for (const [tenantId, own] of Map.groupBy(files, (file) => file.tenantId)) {
    const hashes = own.map((file) => file.sha256)
    const used = await read({ tenantId }, async (reader) =>
      (await filesInUse(reader, tenantId, hashes, references)).union(
        await imagesInUse(reader, tenantId, hashes, references),
      ),
    )
    for (const sha256 of hashes) {
      if (!used.has(sha256) && (await removeIfUnused(tenantId, sha256, olderThan, references))) removed += 1
    }
  }
  return removed
}

async function imagesInUse(
  reader: Reader,
  tenantId: number,
  hashes: string[],
  references: DocumentReferences[],
): Promise<Set<string>> {
  const used = new Set<string>()
  for (const reference of references) {
    for (const sha256 of (await reference.imagesInUse?.(reader, tenantId, hashes)) ?? []) used.add(sha256)
  }
  return used
}

/** Checks again under the lock that uploads of the same file take. */
function removeIfUnused(
  tenantId: number,
  sha256: string,
  olderThan: Date,
  references: DocumentReferences[],
): Promise<boolean> {
  return write({ tenantId }, async (tx) => {
    await lockFile(tx, { tenantId }, sha256)
    const used = await filesInUse(tx, tenantId, [sha256], references)
    return !used.has(sha256) && removeOlder(tenantId, sha256, olderThan)
  })
}
