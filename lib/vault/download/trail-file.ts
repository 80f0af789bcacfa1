import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { safePathPart } from '#lib/documents/upload/names'
import { authorize } from '#lib/policy'
import { findProcess } from '#lib/processes/load'
import { endVisitOfProcess, loadTrailReport } from '#lib/processes/trail/trail'
import { getStream, readSize } from '#lib/storage/files'
import { inThread } from '#lib/workers/pdf-pool'
import { findVaultDocumentsOfProcess } from '../find.ts'
import { recordingDownloads } from './download.ts'

/**
 * The audit trail as PDF: the sealed file of a completed process unless it was declared void, otherwise a new one with the
 * events so far. The download is recorded where the process has documents in the vault.
 */
export async function downloadTrail(ctx: Ctx, processId: number) {
  authorize(ctx, 'process.read')
  await endVisitOfProcess(ctx, processId)
  const { process, rows, report } = await read(ctx, async (reader) => {
    const process = await findProcess(reader, ctx, processId)
    const rows = (await findVaultDocumentsOfProcess(reader, ctx, processId)).slice(0, 1)
    if (rows.length > 0 && process.voidedAt === null) return { process, rows, report: null }
    const events = await findTrail(reader, ctx, { process: processId })
    return { process, rows, report: await loadTrailReport(reader, ctx, process, events, ctx.now) }
  })
  return recordingDownloads(ctx, rows, 'trail', {
    ...(report ? { body: await inThread.report(report, ctx) } : await sealedTrail(ctx, rows[0]!.trailSha256)),
    contentType: 'application/pdf',
    filename: `${safePathPart(process.name)}-audit-trail.pdf`,
  })
}

async function sealedTrail({ tenantId }: Ctx, sha256: string) {
  return {
    body: (range?: { start: number; end: number }) => getStream(tenantId, sha256, range),
    size: (await readSize(tenantId, sha256)) ?? undefined,
    etag: sha256,
  }
}
