import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { assertAllowed } from '#lib/core/transition-guards'
import { signedName } from '#lib/documents/upload/names'
import { processCan } from '#lib/processes/rules'
import { getStream } from '#lib/storage/files'
import { signedFile, zipFile } from '#lib/vault/download/download'
import { findSignedFiles } from '#lib/vault/find'
import { loadSigningSession } from './load.ts'
import { requireOtp } from './rules.ts'

/** The signed documents after completion: the only one, the requested one, or a ZIP. */
export function downloadSigned(ctx: Ctx, documentId?: number) {
  return read(ctx, async (reader) => {
    const session = await loadSigningSession(reader, ctx)
    const { process } = session
    assertAllowed(processCan.download(process), process)
    requireOtp(session)
    const { rows, isZip } = await findSignedFiles(reader, ctx, process, documentId)
    const [first] = rows
    if (!isZip) return signedFile(ctx, first)
    const zipEntries = rows.map((row, index) => ({
      path: `${String(index + 1).padStart(2, '0')}-${signedName(row.name)}`,
      sha256: row.sha256,
      content: () => getStream(ctx.tenantId, row.sha256),
    }))
    return zipFile(zipEntries, process.name, first.signedAt)
  })
}
