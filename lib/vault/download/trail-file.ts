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
import { getStream, readSize } from '#lib/storage/files'
import { inThread } from '#lib/workers/pdf-pool'
import { findVaultDocumentsOfProcess } from '../find.ts'
import { recordingDownloads } from './download.ts'

/**
 * The audit trail as PDF: the stored file of a completed process, whose download is recorded, otherwise a new one with
 * the events so far.
 */
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
  const contentType = 'application/pdf'
  const filename = `${safePathPart(process.name)}-audit-trail.pdf`
  if (!vaultRow) return { body: await inThread.report(report, ctx), contentType, filename }
  const { trailSha256 } = vaultRow
  return recordingDownloads(ctx, [vaultRow], 'trail', {
    body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, trailSha256, range),
    contentType,
    filename,
    size: (await readSize(ctx.tenantId, trailSha256)) ?? undefined,
    etag: trailSha256,
  })
}
