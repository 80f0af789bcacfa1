import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { findCurrentRevisions } from '#lib/processes/documents/revisions'
import { getStream } from '#lib/storage/files'
import { loadSigningSession } from './load.ts'
import { assertCanView, requireOtp } from './rules.ts'

/** The current revision of a document for this signer, with the earlier signatures. */
export function readDocument(ctx: Ctx, documentId: number) {
  return read(ctx, async (reader) => {
    const session = await loadSigningSession(reader, ctx)
    const revisions = await findCurrentRevisions(reader, ctx, session.process.id)
    const revision = revisions.find((candidate) => candidate.documentId === documentId)
    if (!revision || revision.fileDeletedAt) throw notFound()
    assertCanView(session, ctx.now)
    requireOtp(session)
    return {
      body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, revision.sha256, range),
      contentType: 'application/pdf',
      filename: `${revision.name}.pdf`,
      size: revision.size,
      etag: revision.sha256,
      disposition: 'inline' as const,
    }
  })
}
