import { read, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { authorize } from '#lib/policy'
import { getThumbnail, putThumbnail } from '#lib/storage/thumbnails'
import { inThread } from '#lib/workers/pdf-pool'
import { isTooHeavy, isUnreadable } from '#lib/workers/thread-error'
import { findDocument } from './find.ts'
import type { DocumentRow } from './present.ts'
import { lockFile } from './purge.ts'

const MAX_AGE_SECONDS = 600

/** A small picture of page 1, drawn at the first request. @throws AppError `not_found` where none can be drawn */
export async function getDocumentThumbnail(ctx: Ctx, id: number) {
  authorize(ctx, 'document.read')
  const row = await read(ctx, (reader) => findDocument(reader, ctx, id))
  const { tenantId } = ctx
  const picture = (await getThumbnail(tenantId, row.workingSha256)) ?? (await draw(ctx, row))
  if (picture.length === 0) throw notFound()
  return {
    body: picture,
    contentType: 'image/webp',
    filename: 'thumbnail.webp',
    disposition: 'inline' as const,
    etag: row.workingSha256,
    maxAgeSeconds: MAX_AGE_SECONDS,
  }
}

/**
 * Draws and stores the picture; an empty one if the file cannot be drawn within the limits, so that it is not tried
 * again.
 */
async function draw(ctx: Ctx, { id, workingSha256 }: DocumentRow): Promise<Uint8Array> {
  const { tenantId } = ctx
  const picture = await inThread
    .thumbnail({ tenantId, sha256: workingSha256 }, ctx)
    .catch((error: unknown) => {
      // Any other failure may be over soon: the machine is busy, or the storage does not respond.
      if (!isTooHeavy(error) && !isUnreadable(error)) throw error
      log().info({ err: error, document: id }, 'no thumbnail could be drawn')
      return new Uint8Array()
    })
  await write(ctx, async (tx) => {
    await lockFile(tx, ctx, workingSha256)
    // The document and its file may have been deleted meanwhile.
    await findDocument(tx, ctx, id)
    await putThumbnail(tenantId, workingSha256, picture)
  })
  return picture
}
