import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper } from 'drizzle-orm'
import { type RowsQuery, rowsOfTable } from '#db/lists/rows'
import { signers } from '#db/schema/processes'
import { type AttachmentRow, attachments } from '#db/schema/processes-links'
import type { Tx } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { enqueuePurge } from '#lib/documents/purge'
import type { ProcessRow, SignerRow } from '../present.ts'

type Scope = Pick<Ctx, 'tenantId'>

/** The attachments that meet `condition`, oldest first, for `readTogether`. */
export function selectAttachments(ctx: Scope, condition: SQL): RowsQuery<AttachmentRow> {
  return rowsOfTable(attachments, and(eq(attachments.tenantId, ctx.tenantId), condition), asc(attachments.id))
}

/** Deletes the attachments that meet `condition`; their files are removed once nothing else references them. */
export async function deleteAttachments(tx: Tx, ctx: Scope, condition: SQL): Promise<AttachmentRow[]> {
  const deleted = await tx
    .delete(attachments)
    .where(and(eq(attachments.tenantId, ctx.tenantId), condition))
    .returning()
  await enqueuePurge(
    tx,
    ctx,
    deleted.map(({ sha256 }) => sha256),
  )
  return deleted
}

/**
 * Deletes the attachments of those who have not signed processes that have ended.
 * @param processIds the ids, or a query for them
 */
export async function deleteUnsignedAttachments(
  tx: Tx,
  ctx: Scope,
  processIds: number[] | SQLWrapper,
): Promise<void> {
  const unsigned = tx
    .select({ id: signers.id })
    .from(signers)
    .where(
      and(
        eq(signers.tenantId, ctx.tenantId),
        inArray(signers.processId, processIds),
        isNull(signers.signedAt),
      ),
    )
  await deleteAttachments(tx, ctx, inArray(attachments.signerId, unsigned))
}

/** Deletes the attachments of a signer who is asked no longer, and records it. */
export async function removeAttachments(
  tx: Tx,
  ctx: Ctx,
  process: Pick<ProcessRow, 'id' | 'testMode'>,
  signer: Pick<SignerRow, 'id' | 'name' | 'email'>,
): Promise<void> {
  const removed = await deleteAttachments(tx, ctx, eq(attachments.signerId, signer.id))
  const events = removed.map((attachment) => ({
    type: 'signature.attachment_removed' as const,
    data: attachmentData(process, signer, attachment),
  }))
  await recordAll(tx, ctx, { process: process.id }, events)
}

/** The data of an event about an attachment. */
export function attachmentData(
  { id, testMode }: Pick<ProcessRow, 'id' | 'testMode'>,
  signer: Pick<SignerRow, 'id' | 'name' | 'email'>,
  { fieldId, name, size, sha256 }: AttachmentRow,
) {
  return {
    process_id: id,
    signer_id: signer.id,
    name: signer.name,
    email: signer.email,
    field_id: fieldId,
    ...{ filename: name, size, sha256, test_mode: testMode },
  }
}
