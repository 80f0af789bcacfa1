import { setTimeout as sleep } from 'node:timers/promises'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { type Reader, read, write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import { isOwnFile, listFiles, removeOlder, type StoredHash } from '#lib/storage/files'
import { makeStoreKey } from '#lib/storage/store'
import { deleteDead, isPending, UNRECORDED_SECONDS } from './pending-files.ts'
import { findFilesInUse, lockForRemoval } from './purge.ts'
import type { DocumentReferences } from './references.ts'

/** Large, as each batch reads all signers of its tenants: row-level security lets no index on the JSON of images be used. */
const BATCH_SIZE = 50_000
const BACKUP_POLL_MILLISECONDS = 2000

/**
 * Removes stored files that no record references, as left by a server that was killed between storing a file and
 * recording it. Younger files stay, because their records may still be written; so do those that this installation did
 * not write, which are a fault. Waits while a backup is made.
 */
export async function sweepFiles(
  time: Date,
  references: DocumentReferences[],
  { unusedSeconds = UNRECORDED_SECONDS, signal }: { unusedSeconds?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const olderThan = addSeconds(time, -unusedSeconds)
  for (const tenantId of await listTenantIds()) {
    signal?.throwIfAborted()
    await deleteDead(tenantId, olderThan)
  }
  let removed = 0
  const foreign = { files: 0, example: '' }
  for await (const file of listUnused(references, { olderThan, removesIncomplete: true, signal })) {
    if (file.isOwn) removed += await removeIfUnused(file, olderThan, references, signal)
    else {
      foreign.files += 1
      foreign.example = makeStoreKey(file.tenantId, file.sha256)
    }
  }
  if (removed > 0) log().info({ removed }, 'stored files without a record were removed')
  if (foreign.files > 0) reportFault('foreign_files', foreign)
  else endFault('foreign_files')
}

/** A stored file that no record references. */
interface UnusedFile extends StoredHash {
  /** Whether this installation wrote it. */
  isOwn: boolean
}

/**
 * The stored files older than `olderThan` that no record references, by default those that the next `sweepFiles` would
 * find; those of one organisation if `tenantId` is given.
 */
export async function* listUnused(
  references: DocumentReferences[],
  {
    olderThan = addSeconds(now(), -UNRECORDED_SECONDS),
    tenantId,
    removesIncomplete,
    signal,
  }: { olderThan?: Date; tenantId?: number; removesIncomplete?: boolean; signal?: AbortSignal } = {},
): AsyncGenerator<UnusedFile> {
  for await (const batch of listInBatches(listFiles(olderThan, { removesIncomplete }))) {
    for (const [id, files] of Map.groupBy(batch, (file) => file.tenantId)) {
      if (tenantId !== undefined && id !== tenantId) continue
      signal?.throwIfAborted()
      const hashes = files.map(({ sha256 }) => sha256)
      const unused = await read({ tenantId: id }, (reader) => findUnused(reader, id, hashes, references))
      for (const sha256 of unused) {
        signal?.throwIfAborted()
        const isOwn = await isOwnFile({ tenantId: id, sha256 })
        // Some may have been removed with their records meanwhile.
        if (isOwn !== null) yield { tenantId: id, sha256, isOwn }
      }
    }
  }
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
async function findUnused(
  reader: Reader,
  tenantId: number,
  hashes: string[],
  references: DocumentReferences[],
): Promise<string[]> {
  const files = await findFilesInUse(reader, tenantId, hashes, references)
  const others = hashes.filter((sha256) => !files.has(sha256))
  if (others.length === 0) return []
  const images = await imagesInUse(reader, tenantId, others, references)
  return others.filter((sha256) => !images.has(sha256))
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

/**
 * Checks again while holding the lock that an upload of the same file takes, too, before it stores it.
 * @returns the number of removed files
 */
async function removeIfUnused(
  { tenantId, sha256 }: StoredHash,
  olderThan: Date,
  references: DocumentReferences[],
  signal?: AbortSignal,
): Promise<number> {
  for (;;) {
    const removed = await write({ tenantId }, async (tx) => {
      if (!(await lockForRemoval(tx, { tenantId }, sha256))) return null
      if (await isPending(tx, tenantId, sha256, olderThan)) return false
      const referenced = await findFilesInUse(tx, tenantId, [sha256], references)
      return !referenced.has(sha256) && removeOlder(tenantId, sha256, olderThan)
    })
    if (removed !== null) return Number(removed)
    await sleep(BACKUP_POLL_MILLISECONDS, undefined, { signal })
  }
}
