import { sql } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { processDocuments } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { type Reader, type Tx, write } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'
import { remove } from '#lib/storage/files'

/** Keeps bytes from being removed while a record that will hold them is being written. */
export async function lockFile(tx: Tx, ctx: Pick<Ctx, 'tenantId'>, sha256: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.tenantId} ${sha256}`}, 0))`)
}

/** Has bytes removed, after `tx`, which no record holds then. */
export async function enqueuePurge(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  hashes: Iterable<string>,
): Promise<void> {
  for (const sha256 of new Set(hashes)) await enqueue(tx, 'documents.purge', { tenantId, sha256 })
}

/** Removes bytes, unless a record holds the same. */
export function purgeFile({ tenantId, sha256 }: { tenantId: number; sha256: string }): Promise<void> {
  return write({ tenantId }, async (tx) => {
    await lockFile(tx, { tenantId }, sha256)
    const used = await filesInUse(tx, tenantId, [sha256])
    if (!used.has(sha256)) await remove(tenantId, sha256)
  })
}

/** Which of these PDF files a record of the tenant names. */
export async function filesInUse(reader: Reader, tenantId: number, hashes: string[]): Promise<Set<string>> {
  const rows = await reader.execute<{ sha256: string }>(sql`
    select file.sha256 from (
      select value::bpchar as sha256 from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb)) file
    where exists (select from ${documents} d where d.tenant_id = ${tenantId} and d.deleted_at is null
        and file.sha256 in (d.sha256, d.working_sha256))
      or exists (select from ${processDocuments} p where p.tenant_id = ${tenantId} and p.current_sha256 = file.sha256)
      or exists (select from ${vaultDocuments} v where v.tenant_id = ${tenantId}
        and file.sha256 in (v.sha256, v.certificate_sha256, v.trail_sha256))`)
  return new Set(rows.map((row) => row.sha256))
}
