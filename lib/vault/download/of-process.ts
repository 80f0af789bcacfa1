import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { assertAllowed } from '#lib/core/transition-guards'
import { safePathPart } from '#lib/documents/upload/names'
import { authorize } from '#lib/policy'
import { findProcess } from '#lib/processes/load'
import { processCan } from '#lib/processes/rules'
import { getStream, readSize } from '#lib/storage/files'
import { findSignedFiles } from '../find.ts'
import { packageFile, recordingDownloads, signedFile } from './download.ts'
import type { PackagedProcess } from './zip-entries.ts'

/** The requested signed PDF of a completed process; without a request, its only PDF or a ZIP; the download is recorded. */
export function downloadSigned(ctx: Ctx, processId: number, documentId?: number) {
  authorize(ctx, 'process.read')
  return withFiles(ctx, processId, documentId, async (reader, process, { rows, isZip }) => {
    const [first] = rows
    if (!isZip) return recordingDownloads(ctx, rows, 'document', signedFile(ctx, first))
    const file = await packageFile(reader, ctx, [{ process, rows }], process.name, first.signedAt)
    return recordingDownloads(ctx, rows, 'package', file)
  })
}

/** The certificate of completion, as PDF. */
export async function downloadCertificate(ctx: Ctx, processId: number) {
  authorize(ctx, 'process.read')
  const { process, first } = await withFiles(
    ctx,
    processId,
    undefined,
    async (_reader, process, { rows: [first] }) => ({ process, first }),
  )
  const sha256 = first.certificateSha256
  return recordingDownloads(ctx, [first], 'certificate', {
    body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, sha256, range),
    contentType: 'application/pdf',
    filename: `${safePathPart(process.name)}-certificate.pdf`,
    size: (await readSize(ctx.tenantId, sha256)) ?? undefined,
    etag: sha256,
  })
}

/** All files of a completed process as a ZIP. */
export function downloadArchive(ctx: Ctx, processId: number) {
  authorize(ctx, 'vault.read')
  return withFiles(ctx, processId, undefined, async (reader, process, { rows }) => {
    const file = await packageFile(reader, ctx, [{ process, rows }], process.name, rows[0].signedAt)
    return recordingDownloads(ctx, rows, 'package', file)
  })
}

type SignedFiles = Awaited<ReturnType<typeof findSignedFiles>>

/** Calls `callback` with the signed files of a completed process. @throws AppError `invalid_state` */
function withFiles<T>(
  ctx: Ctx,
  processId: number,
  documentId: number | undefined,
  callback: (reader: Reader, process: PackagedProcess, files: SignedFiles) => Promise<T>,
): Promise<T> {
  return read(ctx, async (reader) => {
    const process = await findProcess(reader, ctx, processId)
    assertAllowed(processCan.download(process), process)
    return callback(reader, process, await findSignedFiles(reader, ctx, process, documentId))
  })
}
