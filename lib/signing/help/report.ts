import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type EncryptedData, encryptData } from '#lib/jobs/encrypted-data'
import { enqueue } from '#lib/jobs/enqueue'
import { getActingSigner, loadSigningSession } from '../load.ts'
import { limitRequests } from './limits.ts'

/** The queue of reports to the administrator of the installation. */
export const REPORT_QUEUE = 'signing.report'

export interface Report {
  /** As they were when they reported. */
  signer: { name: string; email: string }
  reason: string
}

export type ReportJob = { tenantId: number; processId: number } & (EncryptedData | Report)

/**
 * The signer reports the sender to the administrator of the installation, also before a code. The audit
 * trail does not have it: the sender reads that.
 * @throws AppError `rate_limited`
 */
export async function reportAbuse(ctx: Ctx, { reason }: { reason: string }): Promise<{ message: string }> {
  await limitRequests('report', getActingSigner(ctx).tokenHash)
  return write(ctx, async (tx) => {
    const { process, signer } = await loadSigningSession(tx, ctx)
    const report: Report = { signer: { name: signer.name, email: signer.email }, reason }
    const job: ReportJob = {
      tenantId: ctx.tenantId,
      processId: process.id,
      ...encryptData(REPORT_QUEUE, report),
    }
    await enqueue(tx, REPORT_QUEUE, job)
    return { message: 'Thank you. The administrator has been told.' }
  })
}
