import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { processDocuments } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { type Tx, write } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'
import { remove } from '#lib/storage/files'

/** Keeps bytes from being removed while a record that will hold them is being written. */
export async function lockBytes(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, sha256: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.tenantId} ${sha256}`}, 0))`)
}

/** Has bytes removed, after `tx`, which no record holds then. */
export async function purgeLater(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  hashes: Iterable<string>,
): Promise<void> {
  for (const sha256 of new Set(hashes)) await enqueue(tx, 'documents.purge', { tenantId, sha256 })
}

/** Removes bytes, unless a record holds the same. */
export function purgeBytes({ tenantId, sha256 }: { tenantId: number; sha256: string }): Promise<void> {
  return write({ tenantId }, async (tx) => {
    await lockBytes(tx, { tenantId }, sha256)
    if (!(await isHeld(tx, tenantId, sha256))) await remove(tenantId, sha256)
  })
}

async function isHeld(tx: Tx, tenantId: number, sha256: string): Promise<boolean> {
  const uploads = await tx.$count(
    documents,
    and(
      eq(documents.tenantId, tenantId),
      isNull(documents.deletedAt),
      or(eq(documents.sha256, sha256), eq(documents.workingSha256, sha256)),
    ),
  )
  const revisions = await tx.$count(
    processDocuments,
    and(eq(processDocuments.tenantId, tenantId), eq(processDocuments.currentSha256, sha256)),
  )
  const kept = await tx.$count(
    vaultDocuments,
    and(
      eq(vaultDocuments.tenantId, tenantId),
      or(
        eq(vaultDocuments.sha256, sha256),
        eq(vaultDocuments.certificateSha256, sha256),
        eq(vaultDocuments.trailSha256, sha256),
      ),
    ),
  )
  return uploads + revisions + kept > 0
}
