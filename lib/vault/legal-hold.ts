import { and, eq } from 'drizzle-orm'
import { vaultDocuments } from '#db/schema/vault'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { lockProcess } from '#lib/processes/load'
import { findVaultDocument, lockVaultDocument } from './find.ts'
import { toVaultRecord } from './records.ts'
import type { LegalHoldInput, VaultRecord } from './schema.ts'

/** Sets or releases the legal hold of a document; repeating it changes nothing, and another reason only the reason. */
export function setLegalHold(ctx: Ctx, id: number, input: LegalHoldInput): Promise<VaultRecord> {
  authorize(ctx, 'vault.hold')
  return write(ctx, async (tx) => {
    const { processId } = await findVaultDocument(tx, ctx, id)
    // The process first, as a move and a deletion lock it.
    await lockProcess(tx, ctx, processId)
    const row = await lockVaultDocument(tx, ctx, id)
    const { on } = input
    const reason = on ? (input.reason === undefined ? row.holdReason : input.reason || null) : null
    const isHeld = row.holdSetAt !== null
    if (on === isHeld && reason === row.holdReason) return toVaultRecord(tx, ctx, row)
    const user = getActingUser(ctx)
    const hold = on
      ? {
          holdReason: reason,
          ...(!isHeld && { holdSetAt: ctx.now, holdSetById: user?.id, holdSetByName: user?.name }),
        }
      : { holdSetAt: null, holdReason: null, holdSetById: null, holdSetByName: null }
    const [changedDocument] = await tx
      .update(vaultDocuments)
      .set(hold)
      .where(and(eq(vaultDocuments.tenantId, ctx.tenantId), eq(vaultDocuments.id, id)))
      .returning()
    await record(tx, ctx, {
      type: on ? 'vault.hold_set' : 'vault.hold_released',
      subject: { process: processId },
      data: {
        process_id: processId,
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
