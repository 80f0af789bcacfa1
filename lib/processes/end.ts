import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import type { Tx } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { detachDocuments } from '#lib/documents/attach'
import { refundQuota } from '#lib/identity/account/quotas'
import { documentsOf } from './documents/attach.ts'
import type { ProcessRow } from './present.ts'
import { isSigning } from './rules.ts'
import { signersOf } from './signers/invite.ts'

/** The ends of a process that was not completed. */
type UnsignedEnd = Pick<typeof processes.$inferInsert, 'status' | 'cancelledAt' | 'cancelReason'> & {
  status: 'cancelled' | 'refused' | 'expired'
}

/** Ends a held process unsigned: its documents are free again, signatures nobody gave are given back. */
export async function endWithoutCompletion(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  end: UnsignedEnd,
): Promise<ProcessRow> {
  const [ended] = await tx
    .update(processes)
    .set({ ...end, sealError: null, sealBlocked: false, updatedAt: ctx.now })
    .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, process.id)))
    .returning()
  if (process.sentAt) {
    await detachDocuments(tx, ctx, await documentsOf(tx, ctx, process.id), 'uploaded')
    const people = await signersOf(tx, ctx, process.id)
    const unused = people.filter((signer) => isSigning(signer) && signer.status !== 'signed').length
    const { sentAt: at, testMode } = process
    await refundQuota(tx, ctx, 'signatures', { count: unused, at, testMode })
  }
  return ended!
}
