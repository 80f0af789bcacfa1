import { rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { decrypt, encrypt } from '#lib/core/secretbox'
import { store } from './open-store.ts'
import { makeStagingPath, makeStoreKey, makeThumbnailKey } from './store.ts'

const PURPOSE = 'thumbnails'

/** Stores the picture of a stored file beside it; it is removed with the file. */
export async function putThumbnail(tenantId: number, sha256: string, picture: Uint8Array): Promise<void> {
  const path = await makeStagingPath()
  try {
    await writeFile(path, encrypt(PURPOSE, picture, makeStoreKey(tenantId, sha256)), { mode: 0o600 })
    await (await store()).put(makeThumbnailKey(tenantId, sha256), path)
  } finally {
    await rm(path, { force: true })
  }
}

/** The picture of a stored file; null when there is none, or when it is damaged. */
export async function getThumbnail(tenantId: number, sha256: string): Promise<Uint8Array | null> {
  const stored = await (await store()).read(makeThumbnailKey(tenantId, sha256), 0)
  if (!stored) return null
  const encrypted = await buffer(stored.bytes)
  try {
    return decrypt(PURPOSE, encrypted, makeStoreKey(tenantId, sha256))
  } catch {
    // Removed, so that a new picture can be stored.
    await (await store()).remove(makeThumbnailKey(tenantId, sha256))
    return null
  }
}
