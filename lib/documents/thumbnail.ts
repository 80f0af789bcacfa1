import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { findDocument } from './find.ts'
import { loadPicture } from './picture.ts'

const MAX_AGE_SECONDS = 600

/** A small picture of page 1, drawn at the first request. @throws AppError `not_found` where none can be drawn */
export async function getDocumentThumbnail(ctx: Ctx, id: number) {
  authorize(ctx, 'document.read')
  const { workingSha256 } = await read(ctx, (reader) => findDocument(reader, ctx, id))
  const picture = await loadPicture(ctx, workingSha256, 'thumbnail')
  if (picture.length === 0) throw notFound()
  return {
    body: picture,
    contentType: 'image/webp',
    filename: 'thumbnail.webp',
    disposition: 'inline' as const,
    etag: workingSha256,
    maxAgeSeconds: MAX_AGE_SECONDS,
  }
}
