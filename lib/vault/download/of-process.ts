import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { invalidState, notFound } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { safePathPart } from '#lib/documents/upload/names'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { findProcess } from '#lib/processes/load'
import { processCan } from '#lib/processes/rules'
import { getStream, readSize } from '#lib/storage/files'
import { findVaultDocumentsOfProcess } from '../find.ts'
import { packageFile, recordingDownloads, signedFile } from './download.ts'
import type { PackagedProcess } from './zip-entries.ts'

/** The requested signed PDF of a completed process; without a request, its only PDF or a ZIP of all; the download is recorded. */
export function downloadSigned(ctx: Ctx, processId: number, documentId?: number) {
  authorize(ctx, 'process.read')
  return withVaultRows(ctx, processId, async (reader, process, rows) => {
    const [only, ...more] = documentId ? rows.filter((row) => row.documentId === documentId) : rows
    if (!only) throw notFound()
    if (more.length === 0) return recordingDownloads(ctx, [only], 'document', signedFile(ctx, only))
    const file = await packageFile(reader, ctx, [{ process, rows }], process.name, only.signedAt)
    return recordingDownloads(ctx, rows, 'package', file)
  })
}

/** The certificate of completion, as PDF. */
export function downloadCertificate(ctx: Ctx, processId: number) {
  authorize(ctx, 'process.read')
  return withVaultRows(ctx, processId, async (_reader, process, [first]) => {
    const sha256 = first!.certificateSha256
    return recordingDownloads(ctx, [first!], 'certificate', {
      body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, sha256, range),
      contentType: 'application/pdf',
      filename: `${safePathPart(process.name)}-certificate.pdf`,
      size: (await readSize(ctx.tenantId, sha256)) ?? undefined,
      etag: sha256,
    })
  })
}

/** All files of a completed process as a ZIP. */
export function downloadArchive(ctx: Ctx, processId: number) {
  authorize(ctx, 'vault.read')
  return withVaultRows(ctx, processId, async (reader, process, rows) => {
    const file = await packageFile(reader, ctx, [{ process, rows }], process.name, rows[0]!.signedAt)
    return recordingDownloads(ctx, rows, 'package', file)
  })
}

const FILES_DELETED = errorText('refusals.signedFilesDeleted')

type VaultRows = Awaited<ReturnType<typeof findVaultDocumentsOfProcess>>

/** Calls `callback` with the vault documents of a completed process. @throws AppError `invalid_state` */
function withVaultRows<T>(
  ctx: Ctx,
  processId: number,
  callback: (reader: Reader, process: PackagedProcess, rows: VaultRows) => Promise<T>,
): Promise<T> {
  return read(ctx, async (reader) => {
    const process = await findProcess(reader, ctx, processId)
    assertAllowed(processCan.download(process), process)
    const rows = await findVaultDocumentsOfProcess(reader, ctx, processId)
    if (rows.length === 0) throw invalidState(FILES_DELETED, process.status)
    return callback(reader, process, rows)
  })
}
