import { type Reader, read, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { listFiles, removeOlder, type StoredHash } from '#lib/storage/files'
import { findFilesInUse, lockForRemoval } from './purge.ts'
import type { DocumentReferences } from './references.ts'

/** Longer than any upload or seal takes from storing its file to recording it. */
const UNUSED_SECONDS = 86_400
const BATCH_SIZE = 500

/**
 * Removes stored files that no record references, as left by a server that was killed between storing a file and
 * recording it. Younger files stay, because their records may still be written.
 */
export async function sweepFiles(
  time: Date,
  references: DocumentReferences[],
  { unusedSeconds = UNUSED_SECONDS, signal }: { unusedSeconds?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const olderThan = addSeconds(time, -unusedSeconds)
  let removed = 0
  for await (const batch of listInBatches(listFiles(olderThan, { removesIncomplete: true }))) {
    signal?.throwIfAborted()
    removed += await removeUnused(batch, olderThan, references)
  }
  if (removed > 0) log().info({ removed }, 'stored files without a record were removed')
}

/** The stored files that the next `sweepFiles` would remove if no record referenced them, in batches. */
export function listSweepable(time: Date): AsyncGenerator<StoredHash[]> {
  return listInBatches(listFiles(addSeconds(time, -UNUSED_SECONDS)))
}

async function* listInBatches(files: AsyncIterable<StoredHash>): AsyncGenerator<StoredHash[]> {
  let batch: StoredHash[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Which of these stored files of the tenant no record references. */
export async function findUnused(
  reader: Reader,
  tenantId: number,
  hashes: string[],
  references: DocumentReferences[],
): Promise<string[]> {
  const files = await findFilesInUse(reader, tenantId, hashes, references)
  const others = hashes.filter((sha256) => !files.has(sha256))
  // Reads all signers of the tenant, and most files are found before.
  const images = others.length > 0 ? await imagesInUse(reader, tenantId, others, references) : new Set()
  return others.filter((sha256) => !images.has(sha256))
}

async function removeUnused(
  files: StoredHash[],
  olderThan: Date,
  references: DocumentReferences[],
): Promise<number> {
  let removed = 0
  for (const [tenantId, tenantFiles] of Map.groupBy(files, (file) => file.tenantId)) {
    const hashes = tenantFiles.map((file) => file.sha256)
    const unused = await read({ tenantId }, (reader) => findUnused(reader, tenantId, hashes, references))
    for (const sha256 of unused)
      if (await removeIfUnused(tenantId, sha256, olderThan, references)) removed += 1
  }
  return removed
}

async function imagesInUse(
  reader: Reader,
  tenantId: number,
  hashes: string[],
  references: DocumentReferences[],
): Promise<Set<string>> {
  const referenced = new Set<string>()
  for (const reference of references) {
    for (const sha256 of (await reference.imagesInUse?.(reader, tenantId, hashes)) ?? [])
      referenced.add(sha256)
  }
  return referenced
}

/** Checks again while holding the lock that an upload of the same file also takes. */
function removeIfUnused(
  tenantId: number,
  sha256: string,
  olderThan: Date,
  references: DocumentReferences[],
): Promise<boolean> {
  return write({ tenantId }, async (tx) => {
    if (!(await lockForRemoval(tx, { tenantId }, sha256))) return false
    const referenced = await findFilesInUse(tx, tenantId, [sha256], references)
    return !referenced.has(sha256) && removeOlder(tenantId, sha256, olderThan)
  })
}
