import { buffer } from 'node:stream/consumers'
import type { EncryptedFile } from './decrypt.ts'
import { checkHeader, type FileIdentity, HEADER_BYTES, plainSize, StorageError } from './format.ts'
import { store } from './open-store.ts'
import { keyOf } from './store.ts'

/**
 * Stores an encrypted file of this machine under its SHA-256. A file that is stored already stays as it is, because
 * others may be reading it; a damaged one, which nobody can read, is replaced.
 */
export async function storeFile({ path, identity }: EncryptedFile): Promise<void> {
  const fileStore = await store()
  const key = keyOf(identity.tenantId, identity.sha256)
  if ((await fileStore.put(key, path)) || (await hasHeader(key, identity))) return
  await fileStore.remove(key)
  await fileStore.put(key, path)
}

/** Whether the stored file has the length and the header of this one. Its chunks are not read. */
async function hasHeader(key: string, identity: FileIdentity): Promise<boolean> {
  const stored = await (await store()).read(key, 0, HEADER_BYTES - 1)
  if (!stored) return false
  const header = await buffer(stored.bytes)
  try {
    checkHeader(header, identity)
    return plainSize(stored.total) === identity.size
  } catch (error) {
    if (error instanceof StorageError) return false
    throw error
  }
}
