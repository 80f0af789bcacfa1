import { join } from 'node:path'
import { type Env, env } from '#lib/core/env'
import { endFault } from '#lib/core/runtime/faults'
import { counter, histogram } from '#lib/core/runtime/metrics'
import { toStorageError, withStorageErrors } from './failure.ts'
import { openFolder } from './folder.ts'
import type { Store } from './store.ts'

const durations = histogram({
  name: 'storage_operation_duration_seconds',
  help: 'How long the store takes to answer, by operation; of a read until its first byte.',
  labels: ['operation'],
})
const failures = counter({
  name: 'storage_failures_total',
  help: 'Operations of the store that failed.',
  labels: ['operation'],
})

let opened: Promise<Store> | null = null

/** The store of `STORAGE_URL`, opened on first use. */
export function store(): Promise<Store> {
  opened ??= openStore(env())
  return opened
}

/** The store of a configuration. */
export async function openStore({
  storageUrl,
  dataDir,
}: Pick<Env, 'storageUrl' | 'dataDir'>): Promise<Store> {
  if (!storageUrl) return wrap(openFolder(join(dataDir, 'files')))
  // The S3 client is large: only installations that use it load it.
  const { openBucket } = await import('./bucket.ts')
  return wrap(openBucket(storageUrl))
}

/** The same store, with the errors of `withStorageErrors`, and measured but for the listing. */
function wrap(store: Store): Store {
  return {
    put: (key, path) => measure('put', () => store.put(key, path)),
    read: (...location) => measure('read', () => store.read(...location)),
    remove: (key) => measure('remove', () => store.remove(key)),
    modifiedAt: (key) => measure('head', () => store.modifiedAt(key)),
    list: () => list(store),
    probe: () => measure('probe', () => store.probe()),
    check: () => withStorageErrors(() => store.check()),
  }
}

async function* list(store: Store): ReturnType<Store['list']> {
  try {
    yield* store.list()
  } catch (error) {
    throw toStorageError(error)
  }
}

async function measure<T>(operation: string, callback: () => Promise<T>): Promise<T> {
  const stopTimer = durations.startTimer({ operation })
  try {
    const result = await withStorageErrors(callback)
    if (operation === 'put' || operation === 'probe') endFault('storage_unreachable')
    // A full store still reads files, and finds that it has one.
    if (result === true) endFault('storage_full')
    return result
  } catch (error) {
    failures.inc({ operation })
    throw error
  } finally {
    stopTimer()
  }
}
