import { entryFile } from '#lib/core/entry-file'
import { closeThreads } from '#lib/workers/pdf-pool'
import { ThreadError, type ThreadErrorCode } from '#lib/workers/thread-error'
import { type PoolOptions, ThreadPool } from '#lib/workers/thread-pool'

/** `lib/workers/pdf-pool.ts` stores its pools as a global value. */
const globals = globalThis as {
  [key: symbol]: { pools: Record<string, Pick<ThreadPool, 'run' | 'close'>> } | undefined
}

/** Runs `callback` with a single thread with these limits. */
export async function withOneThread<T>(limits: Partial<PoolOptions>, callback: () => Promise<T>): Promise<T> {
  return withPool(
    new ThreadPool({
      filename: entryFile('lib/workers/threads.ts'),
      threads: 1,
      heapMb: 1024,
      buffersMb: 1024,
      maxWaiting: 500,
      maxWaitingOfGroup: 500,
      ...limits,
    }),
    callback,
  )
}

/** Runs `callback` with a pool that stops every task with this code and message. */
export async function withThreadError<T>(
  code: ThreadErrorCode,
  message: string,
  callback: () => Promise<T>,
): Promise<T> {
  const run = () => Promise.reject(new ThreadError(code, message))
  return withPool({ run, close: async () => undefined }, callback)
}

async function withPool<T>(pool: Pick<ThreadPool, 'run' | 'close'>, callback: () => Promise<T>): Promise<T> {
  await closeThreads()
  globals[Symbol.for('paraph.pdf.threads')]!.pools = { requests: pool, visitors: pool, jobs: pool }
  try {
    return await callback()
  } finally {
    await closeThreads()
  }
}
