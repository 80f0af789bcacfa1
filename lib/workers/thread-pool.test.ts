import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { threadErrorCode } from './thread-error.ts'
import { type PoolOptions, ThreadPool } from './thread-pool.ts'

const tasks = `
  let calls = 0
  export const echo = (value) => ({ value, calls: ++calls })
  export const hang = () => { for (;;); }
  export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  export const wait = () => new Promise((resolve) => setTimeout(resolve, 1e9))
  export const heap = () => { const all = []; for (;;) all.push({ a: [all.length], b: String(all.length) }) }
  export const buffers = () => { const all = []; while (all.length < 1500) all.push(new Uint8Array(4e6).fill(1)); return wait() }
  export const recursion = () => recursion()
  export const exit = () => process.exit(3)
  export const exitSoon = () => void setTimeout(() => process.exit(3), 20)
  export const fail = () => { throw new TypeError('as thrown') }
  export const uncaught = () => { setTimeout(() => { throw new Error('later') }, 5); return wait() }
  export const size = (bytes) => bytes.byteLength
  export const keepMuch = () => { globalThis.kept = [new Uint8Array(100e6).fill(1)]; return 'kept' }
  export const keep = () => { globalThis.kept = [new Uint8Array(40e6).fill(1)]; return 'kept' }
`
const folder = mkdtempSync(join(tmpdir(), 'threads-'))
const filename = join(folder, 'tasks.mjs')
const pools: ThreadPool[] = []

beforeAll(() => writeFileSync(filename, tasks))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function makePool(options: Partial<PoolOptions> = {}): ThreadPool {
  const pool = new ThreadPool({
    filename,
    threads: 2,
    heapMb: 60,
    buffersMb: 150,
    maxWaiting: 100,
    maxWaitingOfGroup: 100,
    ...options,
  })
  pools.push(pool)
  return pool
}

const soon = { timeoutSeconds: 20 }

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const code = threadErrorCode(error)
  if (code === null) throw new Error(`no ThreadError but ${String(error)}`)
  return code
}

async function stillServes(pool: ThreadPool): Promise<void> {
  expect(await pool.run('echo', 'alive', soon)).toMatchObject({ value: 'alive' })
}

test('the start of a thread does not count against the time of its task', async () => {
  const slow = join(folder, 'slow.mjs')
  writeFileSync(
    slow,
    'await new Promise((resolve) => setTimeout(resolve, 3000))\nexport const echo = (value) => value',
  )
  const pool = makePool({ filename: slow })
  expect(await pool.run('echo', 'done', { timeoutSeconds: 1 })).toBe('done')
})

describe('threads are loaded in advance:', () => {
  const loaded = join(folder, 'loaded')
  const slow = join(folder, 'slowly-loaded.mjs')
  writeFileSync(
    slow,
    `import { appendFileSync } from 'node:fs'
     await new Promise((resolve) => setTimeout(resolve, 1500))
     appendFileSync(${JSON.stringify(loaded)}, '.')
     export const echo = (value) => value
     export const wait = () => new Promise((resolve) => setTimeout(resolve, 1e9))`,
  )
  const loadedCount = () => (existsSync(loaded) ? readFileSync(loaded).length : 0)
  afterEach(() => rmSync(loaded, { force: true }))

  test('one more than are busy', async () => {
    const pool = makePool({ filename: slow, threads: 3 })
    await expect.poll(loadedCount, { timeout: 20_000 }).toBe(1)
    const waiting = codeOf(pool.run('wait', null, { timeoutSeconds: 60 }))
    await expect.poll(loadedCount, { timeout: 20_000 }).toBe(2)
    await pool.close()
    expect(await waiting).toBe('crash')
  })

  test('a group whose task was stopped waits for the replacement thread', async () => {
    const pool = makePool({ filename: slow })
    const order: string[] = []
    const stopped = codeOf(pool.run('wait', null, { timeoutSeconds: 3, group: 'A' }))
    await expect.poll(loadedCount, { timeout: 20_000 }).toBe(2)
    expect(await stopped).toBe('timeout')
    await Promise.all(
      ['A', 'B'].map((group) => pool.run('echo', 1, { ...soon, group }).then(() => order.push(group))),
    )
    expect(order).toEqual(['B', 'A'])
  })
})

describe('a thread', () => {
  test('runs a task and stays warm for the next', async () => {
    const pool = makePool({ threads: 1 })
    expect(await pool.run('echo', { a: 1 }, soon)).toEqual({ value: { a: 1 }, calls: 1 })
    expect(await pool.run('echo', 2, soon)).toEqual({ value: 2, calls: 2 })
  })

  test('receives transferred buffers without a copy', async () => {
    const bytes = new Uint8Array(1000)
    const pool = makePool()
    expect(await pool.run('size', bytes, { ...soon, transfer: [bytes.buffer] })).toBe(1000)
    expect(bytes.byteLength).toBe(0)
  })

  test('an error of a task is thrown', async () => {
    const pool = makePool()
    await expect(pool.run('fail', null, soon)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'as thrown',
    })
    await expect(pool.run('recursion', null, soon)).rejects.toMatchObject({ name: 'RangeError' })
    await stillServes(pool)
  })
})

describe('a thread that', () => {
  test.each(['hang', 'wait'])(
    'does not end (%s) is stopped in time, and the pool serves on',
    async (name) => {
      const pool = makePool()
      await stillServes(pool)
      const start = performance.now()
      expect(await codeOf(pool.run(name, null, { timeoutSeconds: 0.3 }))).toMatch(/^(timeout|work)$/)
      expect(performance.now() - start).toBeLessThan(5000)
      await stillServes(pool)
    },
  )

  test.each([
    [0.14, 'timeout'],
    [0.16, 'work'],
  ])('had %s s of the processor in 0.3 s is stopped for %s', async (seconds, code) => {
    using _usage = vi
      .spyOn(Worker.prototype, 'cpuUsage')
      .mockResolvedValueOnce({ user: 2e6, system: 1e6 })
      .mockResolvedValueOnce({ user: 2e6 + seconds * 1e6, system: 1e6 })
    expect(await codeOf(makePool().run('wait', null, { timeoutSeconds: 0.3 }))).toBe(code)
  })

  test('fills its heap is stopped; the process lives', async () => {
    const pool = makePool()
    expect(await codeOf(pool.run('heap', null, soon))).toBe('memory')
    await stillServes(pool)
  })

  test('fills memory outside its heap is stopped; the process lives', async () => {
    const pool = makePool()
    const before = process.memoryUsage().rss
    // Filling the memory takes long on a busy machine, and must not count as hanging.
    expect(await codeOf(pool.run('buffers', null, { timeoutSeconds: 120 }))).toBe('memory')
    // Without a limit it would be six gigabytes.
    expect(process.memoryUsage().rss - before).toBeLessThan(3e9)
    await stillServes(pool)
  }, 150_000)

  test('has not answered a memory request is asked again', async () => {
    using sent = vi.spyOn(Worker.prototype, 'getHeapStatistics').mockImplementationOnce(async () => {
      throw Object.assign(new Error('Worker instance not running'), { code: 'ERR_WORKER_NOT_RUNNING' })
    })
    const pool = makePool({ threads: 1 })
    expect(await codeOf(pool.run('buffers', null, { timeoutSeconds: 120 }))).toBe('memory')
    expect(sent.mock.settledResults[0]?.type).toBe('rejected')
  }, 150_000)

  test('uses memory within the limit is left alone', async () => {
    const pool = makePool({ threads: 1 })
    expect(await pool.run('keep', null, soon)).toBe('kept')
    await pool.run('sleep', 300, soon)
    await stillServes(pool)
  })

  test('has grown is replaced', async () => {
    const pool = makePool({ threads: 1 })
    expect(await pool.run('echo', 1, soon)).toMatchObject({ calls: 1 })
    await pool.run('keepMuch', null, soon)
    expect(await pool.run('echo', 1, soon)).toMatchObject({ calls: 1 })
  })

  test('ends by itself is a crash, and is replaced', async () => {
    const pool = makePool()
    expect(await codeOf(pool.run('exit', null, soon))).toBe('crash')
    await stillServes(pool)
  })

  test('ends while it is idle is replaced', async () => {
    const pool = makePool({ threads: 1 })
    await pool.run('exitSoon', null, soon)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await stillServes(pool)
  })

  test('an unhandled rejection fails only its task', async () => {
    const pool = makePool()
    await expect(pool.run('uncaught', null, soon)).rejects.toThrow('later')
    await stillServes(pool)
  })

  test('hangs in every slot frees them all', async () => {
    const pool = makePool()
    const hanging = Array.from({ length: 4 }, () => codeOf(pool.run('hang', null, { timeoutSeconds: 0.3 })))
    const served = stillServes(pool)
    for (const code of await Promise.all(hanging)) expect(code).toMatch(/^(timeout|work)$/)
    await served
  })
})

describe('a queue', () => {
  test('the time limit counts from the start of the work, not of the wait', async () => {
    const pool = makePool({ threads: 1 })
    await stillServes(pool)
    const naps = Array.from({ length: 6 }, () => pool.run('sleep', 200, { timeoutSeconds: 1 }))
    await expect(Promise.all(naps)).resolves.toHaveLength(6)
  })

  test('no more tasks run at once than there are threads', async () => {
    const pool = makePool({ threads: 2 })
    await stillServes(pool)
    const start = performance.now()
    await Promise.all(Array.from({ length: 4 }, () => pool.run('sleep', 150, soon)))
    expect(performance.now() - start).toBeGreaterThan(290)
  })

  test('first come, first served', async () => {
    const pool = makePool({ threads: 1 })
    const order: number[] = []
    await Promise.all([0, 1, 2, 3, 4].map((n) => pool.run('echo', n, soon).then(() => order.push(n))))
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('a group whose tasks hang does not delay another', async () => {
    const pool = makePool({ threads: 2 })
    let stopped = 0
    const hanging = Array.from({ length: 4 }, () =>
      codeOf(pool.run('hang', null, { timeoutSeconds: 2, group: 'A' })).then(() => stopped++),
    )
    expect(await pool.run('echo', 1, { ...soon, group: 'B' })).toMatchObject({ value: 1 })
    expect(stopped).toBeLessThan(2)
    await Promise.all(hanging)
  }, 30_000)

  test('is refused immediately when it is too long', async () => {
    const pool = makePool({ threads: 1, maxWaiting: 1 })
    const running = pool.run('sleep', 300, soon)
    const waiting = pool.run('echo', 1, soon)
    expect(await codeOf(pool.run('echo', 2, soon))).toBe('busy')
    await Promise.all([running, waiting])
    await stillServes(pool)
  })
})

test('an idle pool keeps no process alive', async () => {
  const { execFile } = await import('node:child_process')
  const script = join(folder, 'idle.ts')
  writeFileSync(
    script,
    `import { ThreadPool } from ${JSON.stringify(join(import.meta.dirname, 'thread-pool.ts'))}
     const pool = new ThreadPool({ filename: ${JSON.stringify(filename)}, threads: 2, heapMb: 60, buffersMb: 99, maxWaiting: 9, maxWaitingOfGroup: 9 })
     console.log(JSON.stringify(await pool.run('echo', 7, { timeoutSeconds: 20 })))`,
  )
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [script], { timeout: 20_000 }, (error, stdout) => {
      if (error) reject(error)
      else resolve(stdout)
    })
  })
  expect(JSON.parse(output)).toEqual({ value: 7, calls: 1 })
})
