import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { assertVersion } from '#lib/core/precondition'
import { authorize } from '#lib/policy'
import { lockVaultDocument } from './find.ts'
import { getTagsVersion, type VaultRow } from './present.ts'
import { toVaultRecord } from './records.ts'
import type { VaultRecord } from './schema.ts'

/** Archives a document; repeating it changes nothing. */
export function archiveVaultDocument(ctx: Ctx, id: number): Promise<VaultRecord> {
  authorize(ctx, 'vault.write')
  return write(ctx, async (tx) => {
    const row = await lockVaultDocument(tx, ctx, id)
    if (row.archivedAt) return toVaultRecord(tx, ctx, row)
    const archived = await changeVaultDocument(tx, ctx, id, { archivedAt: ctx.now })
    await record(tx, ctx, vaultEvent('vault.archived', row))
    return toVaultRecord(tx, ctx, archived)
  })
}

/** Unarchives a document; repeating it changes nothing. */
export function unarchiveVaultDocument(ctx: Ctx, id: number): Promise<VaultRecord> {
  authorize(ctx, 'vault.write')
  return write(ctx, async (tx) => {
    const row = await lockVaultDocument(tx, ctx, id)
    if (!row.archivedAt) return toVaultRecord(tx, ctx, row)
    const active = await changeVaultDocument(tx, ctx, id, { archivedAt: null })
    await record(tx, ctx, vaultEvent('vault.unarchived', row))
    return toVaultRecord(tx, ctx, active)
  })
}

/** Replaces the tags, if they still have the version in `ifMatch`; repeating it changes nothing. */
export function tagVaultDocument(
  ctx: Ctx,
  id: number,
  tags: string[],
  ifMatch: string | null,
): Promise<VaultRecord> {
  authorize(ctx, 'vault.write')
  return write(ctx, async (tx) => {
    const row = await lockVaultDocument(tx, ctx, id)
    assertVersion(ifMatch, getTagsVersion(row))
    if (isDeepStrictEqual(tags, row.tags)) return toVaultRecord(tx, ctx, row)
    const tagged = await changeVaultDocument(tx, ctx, id, { tags })
    const event = vaultEvent('vault.tagged', row)
    await record(tx, ctx, { ...event, data: { ...event.data, tags } })
    return toVaultRecord(tx, ctx, tagged)
  })
}

async function changeVaultDocument(
  tx: Tx,
  ctx: Ctx,
  id: number,
  patch: { archivedAt?: Date | null; tags?: string[] },
): Promise<VaultRow> {
  const [row] = await tx
    .update(vaultDocuments)
    .set(patch)
    .where(and(eq(vaultDocuments.tenantId, ctx.tenantId), eq(vaultDocuments.id, id)))
    .returning()
  return row!
}

function vaultEvent<T extends 'vault.archived' | 'vault.unarchived' | 'vault.tagged'>(
  type: T,
  row: VaultRow,
) {
  return {
    type,
    subject: { vaultDocument: row.id },
    data: { vault_document_id: row.id, name: row.name, process_id: row.processId, test_mode: row.testMode },
  }
}
