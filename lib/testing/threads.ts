import { entryFile } from '#lib/core/entry-file'
import { closeThreads, inThread } from '#lib/pdf/pool'
import { type PoolOptions, type TaskOptions, ThreadPool } from '#lib/pdf/thread-pool'

const home = globalThis as { [key: symbol]: { pools: Record<string, ThreadPool> } | undefined }

/** Works with one thread that has these limits, where the service would have several with more. */
export async function withOneThread<T>(limits: Partial<PoolOptions>, work: () => Promise<T>): Promise<T> {
  return withPool(ThreadPool, limits, work)
}

/** Works on a machine that is so busy that no document is finished in its time. */
export function withoutTime<T>(work: () => Promise<T>): Promise<T> {
  return withPool(HurriedPool, {}, work)
}

class HurriedPool extends ThreadPool {
  override run(name: string, task: unknown, options: TaskOptions): Promise<unknown> {
    return super.run(name, task, { ...options, timeoutSeconds: 0.001 })
  }
}

async function withPool<T>(
  Pool: typeof ThreadPool,
  limits: Partial<PoolOptions>,
  work: () => Promise<T>,
): Promise<T> {
  await closeThreads()
  const filename = entryFile('lib/pdf/threads.ts')
  const pool = new Pool({
    filename,
    threads: 1,
    heapMb: 1024,
    buffersMb: 1024,
    maxWaiting: 500,
    maxWaitingOfGroup: 500,
    ...limits,
  })
  home[Symbol.for('paraph.pdf.threads')]!.pools = { requests: pool, visitors: pool, jobs: pool }
  try {
    return await work()
  } finally {
    await closeThreads()
  }
}

/** The same while its only thread is at work without a pause, and nobody may wait. */
export function withBusyThread<T>(work: () => Promise<T>): Promise<T> {
  return withOneThread({ maxWaiting: 0 }, async () => {
    let over = false
    // One task is given right after the other, before anything else that waits can come in between.
    const busy = (async () => {
      while (!over) await inThread.check(new Uint8Array(), { maxPages: 1 }, { tenantId: 0 })
    })()
    try {
      return await work()
    } finally {
      over = true
      await busy
    }
  })
}
