import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { pendingFiles } from '#db/schema/documents'
import { type Tx, write } from '#db/tenancy/tenant'
import { addSeconds, DAY_SECONDS, now } from '#lib/core/clock'

/** Longer than any upload or seal takes from storing its file to recording it. */
export const UNRECORDED_SECONDS = DAY_SECONDS

/** SQL: the key of the advisory lock of a stored file, which is held while the file is removed. */
export const fileLockKey = (tenantId: number, sha256: string): SQL =>
  sql`hashtextextended(${`${tenantId} ${sha256}`}, 0)`

/**
 * Keeps files that are going to be stored from being removed, until `deletePending`. @returns the ids of the rows; null
 * while one of the files is being removed
 */
export async function insertPending(tx: Tx, tenantId: number, hashes: string[]): Promise<number[] | null> {
  const locks = hashes.map((hash) => sql`pg_try_advisory_xact_lock_shared(${fileLockKey(tenantId, hash)})`)
  const [row] = await tx.execute<{ free: boolean }>(sql`select ${sql.join(locks, sql` and `)} as free`)
  if (!row!.free) return null
  const inserted = await tx
    .insert(pendingFiles)
    .values(hashes.map((sha256) => ({ tenantId, sha256, createdAt: now() })))
    .returning({ id: pendingFiles.id })
  return inserted.map(({ id }) => id)
}

/** @returns how many of the rows still kept their file */
export async function deletePending(tx: Tx, tenantId: number, ids: number[]): Promise<number> {
  const deleted = await tx
    .delete(pendingFiles)
    .where(and(eq(pendingFiles.tenantId, tenantId), inArray(pendingFiles.id, ids)))
    .returning({ createdAt: pendingFiles.createdAt })
  return deleted.filter(({ createdAt }) => createdAt >= oldestAlive()).length
}

/**
 * Whether a file is being stored, of which the record is not written yet; asked under the lock for its removal, and before
 * the records are. What began before `deadBefore` does not count: its process was killed.
 */
export async function isPending(
  tx: Tx,
  tenantId: number,
  sha256: string,
  deadBefore = oldestAlive(),
): Promise<boolean> {
  const isOfFile = and(
    eq(pendingFiles.tenantId, tenantId),
    eq(pendingFiles.sha256, sha256),
    gte(pendingFiles.createdAt, deadBefore),
  )
  return (await tx.$count(pendingFiles, isOfFile)) > 0
}

/**
 * Deletes the rows of killed processes, in a transaction of their own, as one that asks the storage may take long. A
 * process that goes on after all finds no row, and writes no record.
 */
export async function deleteDead(tenantId: number, deadBefore: Date): Promise<void> {
  await write({ tenantId }, (tx) =>
    tx
      .delete(pendingFiles)
      .where(and(eq(pendingFiles.tenantId, tenantId), lt(pendingFiles.createdAt, deadBefore))),
  )
}

const oldestAlive = (): Date => addSeconds(now(), -UNRECORDED_SECONDS)
