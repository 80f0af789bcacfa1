import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { write } from '#db/tenant'
import { record, recordAll } from '#lib/audit/record'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, refuseFaults } from '#lib/core/errors'
import { insist } from '#lib/core/verdict'
import { reserve } from '#lib/identity/quotas'
import { enqueue } from '#lib/jobs/enqueue'
import { authorize } from '#lib/policy'
import { answer } from './get.ts'
import { inviteNext } from './invite.ts'
import { holdProcess, wholeProcess } from './load.ts'
import { takeOrRefuse } from './paper.ts'
import type { WholeProcess } from './present.ts'
import { mustSign, processCan } from './rules.ts'
import type { ProcessRecord } from './schema.ts'

/** Sends a draft to its signers: the first are invited, and the documents are made ready by a job. */
export function sendProcess(ctx: Ctx, id: number): Promise<ProcessRecord> {
  authorize(ctx, 'process.write')
  return write(ctx, async (tx) => {
    const draft = await holdProcess(tx, ctx, id)
    insist(processCan.send(draft), draft)
    const whole = await wholeProcess(tx, ctx, draft)
    refuseIncomplete(whole)
    await takeOrRefuse(
      tx,
      ctx,
      whole.documents.map((document) => document.documentId),
    )
    const awaited = whole.signers.filter(mustSign)
    const [process] = await tx
      .update(processes)
      .set({
        status: 'sent',
        sentAt: ctx.now,
        expiresAt: addDays(ctx.now, draft.options.expires_in_days),
        updatedAt: ctx.now,
      })
      .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, id)))
      .returning()
    await enqueue(
      tx,
      'signing.prepare',
      { tenantId: ctx.tenantId, processId: id },
      { singletonKey: `process:${id}` },
    )
    await record(tx, ctx, {
      type: 'process.sent',
      subject: { process: id },
      data: {
        process_id: id,
        name: draft.name,
        expires_at: process!.expiresAt!.toISOString(),
        signers: awaited.length,
        test_mode: draft.testMode,
      },
    })
    const created = awaited.map(({ id: signerId, name, email, order }) => ({
      type: 'signature.created' as const,
      data: { process_id: id, signer_id: signerId, name, email, order, test_mode: draft.testMode },
    }))
    await recordAll(tx, ctx, { process: id }, created)
    await inviteNext(tx, ctx, process!)
    // Last: the tenant's counter is held until the transaction ends.
    await reserve(tx, ctx, 'signatures', awaited.length)
    return answer(tx, ctx, await wholeProcess(tx, ctx, process!))
  })
}

function refuseIncomplete({ documents, signers }: WholeProcess): void {
  const faults: FieldErrors = {}
  if (documents.length === 0) faults.documents = ['A process needs a document before it is sent.']
  if (!signers.some(mustSign)) {
    faults.signers = ['A process needs somebody who signs or approves before it is sent.']
  }
  refuseFaults(faults)
}
