import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { enqueue } from '#lib/jobs/enqueue'
import { getActingSigner, loadSigningSession } from '../load.ts'
import { limitRequests } from './limits.ts'

/** The queue of reports to the administrator of the installation. */
export const REPORT_QUEUE = 'signing.report'

export interface ReportJob {
  tenantId: number
  processId: number
  signerId: number
  reason: string
}

/**
 * The signer reports the sender to the administrator of the installation, also before a code. The reason is not in the
 * audit trail, which the sender reads.
 * @throws AppError `rate_limited`
 */
export async function reportAbuse(ctx: Ctx, { reason }: { reason: string }): Promise<{ message: string }> {
  await limitRequests('report', getActingSigner(ctx).tokenHash)
  return write(ctx, async (tx) => {
    const { process, signer } = await loadSigningSession(tx, ctx)
    await record(tx, ctx, {
      type: 'signature.reported',
      subject: { process: process.id },
      data: { process_id: process.id, signer_id: signer.id, test_mode: process.testMode },
    })
    const job: ReportJob = {
      tenantId: ctx.tenantId,
      processId: process.id,
      signerId: signer.id,
      reason,
    }
    await enqueue(tx, REPORT_QUEUE, job)
    return { message: 'Thank you. The administrator has been told.' }
  })
}
