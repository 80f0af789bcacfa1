import { sql } from 'drizzle-orm'
import { BACKUP_LOCK } from '#db/backup-lock'
import { documents } from '#db/schema/documents'
import { type Reader, type Tx, write } from '#db/tenancy/tenant'
import { addSeconds, getDatabaseTime } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'
import { remove } from '#lib/storage/files'
import { fileLockKey, isPending } from './pending-files.ts'
import type { DocumentRow } from './present.ts'
import { type DocumentReferences, filterHashes } from './references.ts'

/** The stored files of a document. */
export function listFileHashes({
  sha256,
  workingSha256,
  sourceSha256,
}: Pick<DocumentRow, 'sha256' | 'workingSha256' | 'sourceSha256'>): string[] {
  return sourceSha256 === null ? [sha256, workingSha256] : [sha256, workingSha256, sourceSha256]
}

/**
 * Locks a stored file until the transaction ends, to remove it. @returns whether it may be removed: not while a backup is
 * made, which copies the database as of its end, and the files before
 */
export async function lockForRemoval(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, sha256: string): Promise<boolean> {
  const [row] = await tx.execute<{ free: boolean }>(sql`
    select pg_advisory_xact_lock(${fileLockKey(ctx.tenantId, sha256)}),
      pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`)
  return row!.free
}

/**
 * How long a file of a deleted or replaced record stays readable for those who began before: longer than a trial of a
 * draft, or than a signer's browser takes from the answer with a revision to the last request for its bytes.
 */
export const FILE_GRACE_SECONDS = 600

/** The files of a job, by their hashes; a job of an earlier version has one. */
export interface PurgeJob {
  tenantId: number
  hashes?: string[]
  sha256?: string
}

/**
 * Enqueues one job that removes those files that no record references once `tx` has committed.
 * @param graceSeconds 0 for files that nobody knows yet
 */
export async function enqueuePurge(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  hashes: Iterable<string>,
  { graceSeconds = FILE_GRACE_SECONDS }: { graceSeconds?: number } = {},
): Promise<void> {
  const options = graceSeconds > 0 ? { startAfter: addSeconds(getDatabaseTime(), graceSeconds) } : {}
  const files = [...new Set(hashes)]
  if (files.length > 0) await enqueue(tx, 'documents.purge', { tenantId, hashes: files }, options)
}

/** Removes stored files that no record references. */
export async function purgeFiles(
  { tenantId, sha256, hashes = [sha256!] }: PurgeJob,
  references: DocumentReferences[],
): Promise<void> {
  for (const hash of hashes) await purgeFile({ tenantId, sha256: hash }, references)
}

/** Removes a stored file, unless a record references it. */
export function purgeFile(
  { tenantId, sha256 }: { tenantId: number; sha256: string },
  references: DocumentReferences[],
): Promise<void> {
  return write({ tenantId }, async (tx) => {
    const isFree = await lockForRemoval(tx, { tenantId }, sha256)
    if (!isFree || (await isPending(tx, tenantId, sha256))) return enqueuePurge(tx, { tenantId }, [sha256])
    const referenced = await findFilesInUse(tx, tenantId, [sha256], references)
    if (!referenced.has(sha256)) await remove(tenantId, sha256)
  })
}

/** Which of these PDF files a record of the tenant references. */
export async function findFilesInUse(
  reader: Reader,
  tenantId: number,
  hashes: string[],
  references: DocumentReferences[],
): Promise<Set<string>> {
  const isUsedByDocument = sql`exists (select from ${documents} d where d.tenant_id = ${tenantId} and d.deleted_at is null
    and (file.sha256 in (d.sha256, d.working_sha256) or file.sha256 = d.source_sha256))`
  const referenced = new Set(await filterHashes(reader, hashes, isUsedByDocument))
  for (const reference of references) {
    for (const sha256 of (await reference.filesInUse?.(reader, tenantId, hashes)) ?? [])
      referenced.add(sha256)
  }
  return referenced
}
