import { join } from 'node:path'
import { env } from '#lib/core/env'
import { withStorageErrors } from './failure.ts'
import { openFolder } from './folder.ts'
import type { Store } from './store.ts'

let opened: Promise<Store> | null = null

/** The store of `STORAGE_URL`, opened on first use. */
export function store(): Promise<Store> {
  opened ??= open()
  return opened
}

async function open(): Promise<Store> {
  const { storageUrl, dataDir } = env()
  if (!storageUrl) return withErrorMapping(openFolder(join(dataDir, 'files')))
  // The S3 client is large: only installations that use it load it.
  const { openBucket } = await import('./bucket.ts')
  return withErrorMapping(openBucket(storageUrl))
}

/** The same store with the errors of `withStorageErrors`. A listing is not wrapped: only the nightly job reads it. */
function withErrorMapping(store: Store): Store {
  return {
    put: (key, path) => withStorageErrors(() => store.put(key, path)),
    read: (...location) => withStorageErrors(() => store.read(...location)),
    remove: (key) => withStorageErrors(() => store.remove(key)),
    modifiedAt: (key) => withStorageErrors(() => store.modifiedAt(key)),
    list: () => store.list(),
    probe: () => withStorageErrors(() => store.probe()),
  }
}
