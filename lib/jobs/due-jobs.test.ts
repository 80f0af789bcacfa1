import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { connect } from '#db/connection/client'
import { write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { CHANNEL, countDueJobs, listenForJobs } from './boss-internals.ts'
import { defineJob, type JobDefinition } from './define.ts'
import { DueJobs } from './due-jobs.ts'
import { type EnqueueOptions, enqueue } from './enqueue.ts'
import { startWorker, type Worker } from './worker.ts'

vi.mock(import('./boss-internals.ts'), async (load) => {
  const module = await load()
  return {
    ...module,
    countDueJobs: vi.fn(module.countDueJobs),
    listenForJobs: vi.fn(module.listenForJobs),
  }
})

let worker: Worker | null = null
afterEach(async () => {
  await worker?.stop(5000)
  worker = null
})

/** Enqueues jobs of one tenant in one transaction. */
const enqueueAll = (queue: string, count: number, options?: EnqueueOptions) =>
  write({ tenantId: 0 }, async (tx) => {
    for (let n = 0; n < count; n++) await enqueue(tx, queue, { tenantId: 7 }, options)
  })

/** Runs `count` jobs that take 20 ms each. @returns in how many milliseconds */
async function runJobs(queue: string, count: number, options: Partial<JobDefinition> = {}): Promise<number> {
  let ended = 0
  const handle = async () => {
    await sleep(20)
    ended++
  }
  worker = await startWorker({ [queue]: defineJob({ ...options, handle }) })
  await sleep(300)
  const start = performance.now()
  await enqueueAll(queue, count)
  await expect.poll(() => ended, { timeout: 20_000, interval: 10 }).toBe(count)
  return performance.now() - start
}

describe('a job that had to wait for another one', () => {
  it('of its group begins when that one ends', async () => {
    expect(await runJobs('due.group', 4, { concurrency: 4, concurrencyOfGroup: 2 })).toBeLessThan(1200)
  })

  it('of its key begins when that one ends', async () => {
    const enqueueOne = () => enqueueAll('due.key', 1, { singletonKey: 'key' })
    let started = 0
    const handle = async () => {
      if (++started < 4) await enqueueOne()
      // The notification of the next one arrives meanwhile.
      await sleep(100)
    }
    worker = await startWorker({ 'due.key': defineJob({ inOrder: true, handle }) })
    await sleep(300)
    const start = performance.now()
    await enqueueOne()
    await expect.poll(() => started, { timeout: 20_000, interval: 10 }).toBe(4)
    expect(performance.now() - start).toBeLessThan(4000)
  })

  it('begins when that one ends, although a worker for urgent jobs is idle', async () => {
    expect(await runJobs('due.urgent', 2, { concurrency: 1, concurrencyOfAwaited: 1 })).toBeLessThan(1200)
  })
})

describe('without notifications', () => {
  it.each<[string, () => void]>([
    ['lost', () => vi.mocked(listenForJobs).mockResolvedValueOnce({ close: async () => {} })],
    ['refused', () => vi.mocked(listenForJobs).mockRejectedValueOnce(new Error('no LISTEN'))],
  ])('that are %s, a worker starts and runs its jobs within seconds', async (how, fail) => {
    fail()
    expect(await runJobs(`due.${how}`, 1)).toBeLessThan(5000)
  })

  it('a job that came during the previous one of its key begins when that ends', async () => {
    vi.mocked(listenForJobs).mockRejectedValueOnce(new Error('no LISTEN'))
    const enqueueOne = () => enqueueAll('due.keys', 1, { singletonKey: 'key' })
    let started = 0
    const handle = async () => {
      if (++started < 4) await enqueueOne()
    }
    worker = await startWorker({ 'due.keys': defineJob({ inOrder: true, handle }) })
    await enqueueOne()
    await expect.poll(() => started, { timeout: 5000, interval: 10 }).toBe(4)
  })
})

test('pg-boss notifies on this channel', async () => {
  const notified: string[] = []
  const client = connect(env().databaseUrl!, { max: 1 })
  await client.listen(CHANNEL, (queue) => notified.push(queue))
  await enqueueAll('due.channel', 1)
  await expect.poll(() => notified).toContain('due.channel')
  await client.end()
})

describe('the due jobs of a queue', () => {
  const boss = new PgBoss('postgres://localhost/none')
  afterEach(() => {
    vi.useRealTimers()
    vi.clearAllMocks()
  })

  it('listen again after a failure, until they are stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const close = vi.fn(async () => {})
    const refusal = new Error('no LISTEN')
    vi.mocked(listenForJobs).mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal)
    vi.mocked(listenForJobs).mockResolvedValueOnce({ close })
    vi.mocked(countDueJobs).mockResolvedValue([])
    const dueJobs = new DueJobs(boss)
    await dueJobs.listen()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(vi.mocked(listenForJobs)).toHaveBeenCalledTimes(3)
    await dueJobs.stop()
    expect(close).toHaveBeenCalledOnce()

    vi.mocked(listenForJobs).mockRejectedValueOnce(refusal)
    const stopped = new DueJobs(boss)
    await stopped.listen()
    await stopped.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are fetched by a worker whose job ends during the look', async () => {
    const busy = { id: 'busy', workId: 'one', name: 'due.race', count: 1 } as ReturnType<
      PgBoss['getWipData']
    >[0]
    vi.spyOn(boss, 'getWipData').mockReturnValue([busy])
    const notifyWorker = vi.spyOn(boss, 'notifyWorker').mockReturnValue()
    vi.mocked(countDueJobs).mockResolvedValue([{ queue: 'due.race', count: 1 }])
    vi.mocked(listenForJobs).mockImplementationOnce(async (_, onJobs) => {
      onJobs()
      return { close: async () => {} }
    })
    const dueJobs = new DueJobs(boss)
    await dueJobs.listen()
    await expect.poll(() => notifyWorker.mock.calls).toEqual([['busy']])
    await dueJobs.stop()
  })
})
