import { assertIntact, type EncryptedFile } from './decrypt.ts'
import { type FileIdentity, StorageError } from './format.ts'
import { store } from './open-store.ts'
import { makeStoreKey } from './store.ts'

/**
 * Stores an encrypted file of this machine under its SHA-256. A file that is stored already stays as it is, because
 * others may be reading it; a damaged one is replaced.
 */
export async function storeFile({ path, identity }: EncryptedFile): Promise<void> {
  const fileStore = await store()
  const key = makeStoreKey(identity.tenantId, identity.sha256)
  if ((await fileStore.put(key, path)) || (await isIntact(key, identity))) return
  await fileStore.remove(key)
  await fileStore.put(key, path)
}

async function isIntact(key: string, identity: FileIdentity): Promise<boolean> {
  const stored = await (await store()).read(key, 0)
  if (!stored) return false
  try {
    await assertIntact(stored.bytes, identity)
    return true
  } catch (error) {
    if (error instanceof StorageError) return false
    throw error
  }
}
