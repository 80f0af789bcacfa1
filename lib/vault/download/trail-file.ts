import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { safePathPart } from '#lib/documents/upload/names'
import { authorize } from '#lib/policy'
import { findProcess, loadWholeProcess } from '#lib/processes/load'
import { endVisitOfProcess } from '#lib/processes/trail/trail'
import { makeTrailReport } from '#lib/processes/trail/trail-report'
import { getBytes } from '#lib/storage/files'
import { inThread } from '#lib/workers/pdf-pool'
import { findVaultDocumentsOfProcess } from '../find.ts'

/** The audit trail as PDF: the stored file of a completed process, otherwise a new one with the events so far. */
export async function downloadTrail(ctx: Ctx, processId: number) {
  authorize(ctx, 'process.read')
  await endVisitOfProcess(ctx, processId)
  const { process, vaultRow, report } = await read(ctx, async (reader) => {
    const process = await findProcess(reader, ctx, processId)
    const [row] = await findVaultDocumentsOfProcess(reader, ctx, processId)
    if (row) return { process, vaultRow: row }
    const [tenant] = await reader
      .select({ name: tenants.name })
      .from(tenants)
      .where(eq(tenants.id, ctx.tenantId))
    const whole = await loadWholeProcess(reader, ctx, process)
    const events = await findTrail(reader, ctx, { process: processId })
    return { process, report: makeTrailReport(whole, events, tenant!.name, ctx.now) }
  })
  return {
    body: vaultRow ? await getBytes(ctx.tenantId, vaultRow.trailSha256) : await inThread.report(report, ctx),
    contentType: 'application/pdf',
    filename: `${safePathPart(process.name)}-audit-trail.pdf`,
    etag: vaultRow?.trailSha256,
  }
}
