import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { decrypt, encrypt } from '#lib/core/secretbox'
import { removeFile } from './folder.ts'
import { store } from './open-store.ts'
import { makePictureKey, makeStagingPath, makeStoreKey, type PictureKind } from './store.ts'

/** The purposes of the keys that encrypt them. */
const purposes: Record<PictureKind, string> = { thumbnail: 'thumbnails', page: 'page-pictures' }

/** Stores a picture of page 1 of a stored file beside it; it is removed with the file. */
export async function putPicture(
  tenantId: number,
  sha256: string,
  kind: PictureKind,
  picture: Uint8Array,
): Promise<void> {
  const path = await makeStagingPath()
  const encrypted = encrypt(purposes[kind], picture, makeStoreKey(tenantId, sha256))
  try {
    await writeFile(path, encrypted, { mode: 0o600 })
    await (await store()).put(makePictureKey(tenantId, sha256, kind), path)
  } finally {
    await removeFile(path)
  }
}

/** The picture of a stored file; null when there is none, or when it is damaged. */
export async function getPicture(
  tenantId: number,
  sha256: string,
  kind: PictureKind,
): Promise<Uint8Array | null> {
  const key = makePictureKey(tenantId, sha256, kind)
  const stored = await (await store()).read(key, 0)
  if (!stored) return null
  const encrypted = await buffer(stored.bytes)
  try {
    return decrypt(purposes[kind], encrypted, makeStoreKey(tenantId, sha256))
  } catch {
    // Removed, so that a new picture can be stored.
    await (await store()).remove(key)
    return null
  }
}
