import type { Ctx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { readSize } from '#lib/storage/files'
import { getPicture, putPicture } from '#lib/storage/pictures'
import type { PictureKind } from '#lib/storage/store'
import { inThread } from '#lib/workers/pdf-pool'
import { isTooHeavy, isUnreadable } from '#lib/workers/thread-error'
import { storeFiles } from './store-files.ts'

/** A picture of page 1 of a stored file, drawn at the first request; empty where it cannot be drawn within the limits. */
export async function loadPicture(ctx: Ctx, sha256: string, kind: PictureKind): Promise<Uint8Array> {
  return (await getPicture(ctx.tenantId, sha256, kind)) ?? (await draw(ctx, sha256, kind))
}

/** Draws and stores the picture; an empty one if the file cannot be drawn, so that it is not tried again. */
async function draw(ctx: Ctx, sha256: string, kind: PictureKind): Promise<Uint8Array> {
  const { tenantId } = ctx
  const picture = await inThread.picture({ tenantId, sha256 }, kind, ctx).catch((error: unknown) => {
    // Any other failure may be over soon: the machine is busy, or the storage does not respond.
    if (!isTooHeavy(error) && !isUnreadable(error)) throw error
    log().info({ err: error, sha256 }, 'no picture of page 1 could be drawn')
    return new Uint8Array()
  })
  const put = async () => {
    // A picture is removed with its file, which may have been removed meanwhile.
    if ((await readSize(tenantId, sha256)) !== null) await putPicture(tenantId, sha256, kind, picture)
  }
  await storeFiles(ctx, { hashes: [sha256], put, record: async () => {}, staysOnFailure: true })
  return picture
}
