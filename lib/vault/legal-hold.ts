import { and, eq } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { lockVaultDocument } from './find.ts'
import { toVaultRecord } from './records.ts'
import type { LegalHoldInput, VaultRecord } from './schema.ts'

/** Sets or releases the legal hold of a document; repeating it changes nothing. */
export function setLegalHold(ctx: Ctx, id: number, input: LegalHoldInput): Promise<VaultRecord> {
  authorize(ctx, 'vault.hold')
  return write(ctx, async (tx) => {
    const row = await lockVaultDocument(tx, ctx, id)
    const { on } = input
    const reason = on ? (input.reason === undefined ? row.holdReason : input.reason || null) : null
    const isUnchanged = on === (row.holdSetAt !== null) && reason === row.holdReason
    if (isUnchanged) return toVaultRecord(tx, ctx, row)
    const user = getActingUser(ctx)
    const hold = on
      ? { holdSetAt: ctx.now, holdReason: reason, holdSetById: user?.id, holdSetByName: user?.name }
      : { holdSetAt: null, holdReason: null, holdSetById: null, holdSetByName: null }
    const [changedDocument] = await tx
      .update(vaultDocuments)
      .set(hold)
      .where(and(eq(vaultDocuments.tenantId, ctx.tenantId), eq(vaultDocuments.id, id)))
      .returning()
    await record(tx, ctx, {
      type: on ? 'vault.hold_set' : 'vault.hold_released',
      subject: { process: row.processId },
      data: {
        process_id: row.processId,
        vault_document_id: id,
        document_id: row.documentId,
        name: row.name,
        ...(on && { reason }),
        test_mode: row.testMode,
      },
    })
    return toVaultRecord(tx, ctx, changedDocument!)
  })
}
