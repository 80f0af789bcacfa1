import { entryFile } from '#lib/core/runtime/entry-file'
import { singleton } from '#lib/core/runtime/singleton'
import { type Lane, laneOptions } from '#lib/workers/lanes'
import { closeThreads } from '#lib/workers/pdf-pool'
import { ThreadError, type ThreadErrorCode } from '#lib/workers/thread-error'
import { type PoolOptions, ThreadPool } from '#lib/workers/thread-pool'

/** The pools of `lib/workers/pdf-pool.ts`. */
const shared = singleton('pdf.threads', (): { pools: Record<string, Pool> } => ({ pools: {} }))
type Pool = Pick<ThreadPool, 'run' | 'close'>

/** Runs `callback` with a single thread with these limits. */
export async function withOneThread<T>(limits: Partial<PoolOptions>, callback: () => Promise<T>): Promise<T> {
  const pool = new ThreadPool({
    filename: entryFile('lib/workers/threads.ts'),
    threads: 1,
    heapMb: 1024,
    buffersMb: 1024,
    maxWaiting: 500,
    maxWaitingOfGroup: 500,
    ...limits,
  })
  return withPools(() => pool, callback)
}

/** Runs `callback` with this function in place of the threads of all lanes. */
export async function withLanes<T>(
  run: (lane: Lane, task: string) => Promise<unknown>,
  callback: () => Promise<T>,
): Promise<T> {
  const makePool = (lane: Lane) => ({ run: (task: string) => run(lane, task), close: async () => undefined })
  return withPools(makePool, callback)
}

/** Runs `callback` with a pool that stops every task with this code and message. */
export async function withThreadError<T>(
  code: ThreadErrorCode,
  message: string,
  callback: () => Promise<T>,
): Promise<T> {
  const run = () => Promise.reject(new ThreadError(code, message))
  return withPools(() => ({ run, close: async () => undefined }), callback)
}

async function withPools<T>(makePool: (lane: Lane) => Pool, callback: () => Promise<T>): Promise<T> {
  await closeThreads()
  const lanes = Object.keys(laneOptions) as Lane[]
  shared.pools = Object.fromEntries(lanes.map((lane) => [lane, makePool(lane)]))
  try {
    return await callback()
  } finally {
    await closeThreads()
  }
}
