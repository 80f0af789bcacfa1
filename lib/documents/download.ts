import { read } from '#db/tenancy/tenant'
import { recordRead } from '#lib/audit/reads'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { getStream } from '#lib/storage/files'
import { findDocument } from './find.ts'

/** The uploaded bytes, unchanged; byte ranges are supported. */
export async function downloadDocument(ctx: Ctx, id: number) {
  authorize(ctx, 'document.read')
  const row = await read(ctx, (reader) => findDocument(reader, ctx, id))
  return {
    body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, row.sha256, range),
    onOpened: () => {
      const data = { document_id: id, name: row.name, test_mode: row.testMode }
      recordRead(ctx, { type: 'document.downloaded', subject: { document: id }, data })
    },
    contentType: row.mimeType,
    filename: row.originalFilename,
    size: row.size,
    etag: row.sha256,
  }
}
