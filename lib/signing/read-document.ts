import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { singleton } from '#lib/core/runtime/singleton'
import { loadPicture } from '#lib/documents/picture'
import { documentFilename } from '#lib/documents/upload/names'
import { selectRevisions } from '#lib/processes/documents/revisions'
import { getStream } from '#lib/storage/files'
import { getActingSigner, loadSigningSessionWith } from './load.ts'
import { assertCanView, requireOtp } from './rules.ts'

/** The current revision of a document for this signer, with the earlier signatures. */
export async function readDocument(ctx: Ctx, documentId: number) {
  const { revision, process } = await read(ctx, (reader) => findVisible(reader, ctx, documentId))
  return {
    body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, revision.sha256, range),
    contentType: 'application/pdf',
    filename: documentFilename(revision.name),
    size: revision.size,
    etag: revision.sha256,
    headers: { 'Document-Preparation': String(process.preparation) },
    disposition: 'inline' as const,
  }
}

/** A picture of page 1 of that revision. @throws AppError `not_found` where none can be drawn */
export async function readFirstPage(ctx: Ctx, documentId: number) {
  const { revision } = await read(ctx, (reader) => findVisible(reader, ctx, documentId))
  const { sha256 } = revision
  const picture = await drawOnce(ctx, sha256)
  if (picture.length === 0) throw notFound()
  return {
    body: picture,
    contentType: 'image/webp',
    filename: 'page-1.webp',
    etag: sha256,
    disposition: 'inline' as const,
  }
}

/** @throws AppError unless the signer may read the document now, in this browser */
async function findVisible(reader: Reader, ctx: Ctx, documentId: number) {
  const { session, found } = await loadSigningSessionWith(reader, ctx, {
    revisions: selectRevisions(ctx, getActingSigner(ctx).processId),
  })
  const revision = found.revisions.find((candidate) => candidate.documentId === documentId)
  if (!revision || revision.fileDeletedAt) throw notFound()
  assertCanView(session, ctx.now)
  requireOtp(session)
  return { revision, process: session.process }
}

const drawings = singleton('signing.drawings', () => new Map<string, Promise<Uint8Array>>())

/** One drawing for all who wait for it: the page asks for the picture before the browser does. */
function drawOnce({ signal: _, ...ctx }: Ctx, sha256: string): Promise<Uint8Array> {
  const key = `${ctx.tenantId} ${sha256}`
  const running = drawings.get(key)
  if (running) return running
  const drawing = loadPicture(ctx, sha256, 'page').finally(() => drawings.delete(key))
  drawings.set(key, drawing)
  return drawing
}
