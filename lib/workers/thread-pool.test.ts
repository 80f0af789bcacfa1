import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { log } from '#lib/core/log'
import { forgetFaults } from '#lib/core/runtime/faults'
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
  export const end = (signal) => { process.kill(process.pid, signal); return wait() }
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

const in20Seconds = { timeoutSeconds: 20 }

async function getCode(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const code = threadErrorCode(error)
  if (code === null) throw new Error(`no ThreadError but ${String(error)}`)
  return code
}

async function expectServing(pool: ThreadPool): Promise<void> {
  expect(await pool.run('echo', 'alive', in20Seconds)).toMatchObject({ value: 'alive' })
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

describe('threads that are loaded in advance', () => {
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

  test('are one more than the busy ones', async () => {
    const pool = makePool({ filename: slow, threads: 3 })
    await expect.poll(loadedCount, { timeout: 20_000 }).toBe(1)
    const interrupted = getCode(pool.run('wait', null, { timeoutSeconds: 60 }))
    await expect.poll(loadedCount, { timeout: 20_000 }).toBe(2)
    await pool.close()
    expect(await interrupted).toBe('crash')
  })

  test('are not used by a group whose task was stopped: it waits for the replacement of its thread', async () => {
    const pool = makePool({ filename: slow })
    const order: string[] = []
    const stopped = getCode(pool.run('wait', null, { timeoutSeconds: 3, group: 'A' }))
    await expect.poll(loadedCount, { timeout: 20_000 }).toBe(2)
    expect(await stopped).toBe('timeout')
    await Promise.all(
      ['A', 'B'].map((group) => pool.run('echo', 1, { ...in20Seconds, group }).then(() => order.push(group))),
    )
    expect(order).toEqual(['B', 'A'])
  })
})

describe('a kept slot', () => {
  test('serves a known group, while others stop the threads of theirs and wait for new ones', async () => {
    const slow = join(folder, 'kept.mjs')
    writeFileSync(
      slow,
      `await new Promise((resolve) => setTimeout(resolve, 2000))
       export const echo = (value) => value
       export const wait = () => new Promise((resolve) => setTimeout(resolve, 1e9))`,
    )
    const pool = makePool({ filename: slow, threads: 2, keptSlots: 1 })
    await pool.run('echo', 1, { ...in20Seconds, group: 'known' })
    const others = ['A', 'B', 'C'].map((group) =>
      getCode(pool.run('wait', null, { timeoutSeconds: 3, group })),
    )
    for (let time = 0; time < 4; time++) {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      const start = performance.now()
      expect(await pool.run('echo', 1, { ...in20Seconds, group: 'known' })).toBe(1)
      expect(performance.now() - start).toBeLessThan(1000)
    }
    expect(await Promise.all(others)).toEqual(['timeout', 'timeout', 'timeout'])
  })
})

describe('a thread', () => {
  test('runs one task after another without being started again', async () => {
    const pool = makePool({ threads: 1 })
    expect(await pool.run('echo', { a: 1 }, in20Seconds)).toEqual({ value: { a: 1 }, calls: 1 })
    expect(await pool.run('echo', 2, in20Seconds)).toEqual({ value: 2, calls: 2 })
  })

  test('receives transferred buffers without a copy', async () => {
    const bytes = new Uint8Array(1000)
    const pool = makePool()
    expect(await pool.run('size', bytes, { ...in20Seconds, transfer: [bytes.buffer] })).toBe(1000)
    expect(bytes.byteLength).toBe(0)
  })

  test('throws the error of its task', async () => {
    const pool = makePool()
    await expect(pool.run('fail', null, in20Seconds)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'as thrown',
    })
    await expect(pool.run('recursion', null, in20Seconds)).rejects.toMatchObject({ name: 'RangeError' })
    await expectServing(pool)
  })
})

describe('the pool', () => {
  test.each(['hang', 'wait'])('stops a thread that does not end (%s), and continues', async (name) => {
    const pool = makePool()
    await expectServing(pool)
    const start = performance.now()
    expect(await getCode(pool.run(name, null, { timeoutSeconds: 0.3 }))).toMatch(/^(timeout|work)$/)
    expect(performance.now() - start).toBeLessThan(5000)
    await expectServing(pool)
  })

  test.each([
    [0.14, 'timeout'],
    [0.16, 'work'],
  ])('stops a thread that used %s s of the processor in 0.3 s, as %s', async (seconds, code) => {
    using _usage = vi
      .spyOn(Worker.prototype, 'cpuUsage')
      .mockResolvedValueOnce({ user: 2e6, system: 1e6 })
      .mockResolvedValueOnce({ user: 2e6 + seconds * 1e6, system: 1e6 })
    expect(await getCode(makePool().run('wait', null, { timeoutSeconds: 0.3 }))).toBe(code)
  })

  test('stops a thread that fills its heap; the process continues', async () => {
    const pool = makePool()
    expect(await getCode(pool.run('heap', null, in20Seconds))).toBe('memory')
    await expectServing(pool)
  })

  test('stops a thread that fills memory outside its heap; the process continues', async () => {
    const pool = makePool()
    const rssBefore = process.memoryUsage().rss
    // Filling the memory takes long on a busy machine, and must not count as hanging.
    expect(await getCode(pool.run('buffers', null, { timeoutSeconds: 120 }))).toBe('memory')
    // Without a limit it would be six gigabytes.
    expect(process.memoryUsage().rss - rssBefore).toBeLessThan(3e9)
    await expectServing(pool)
  }, 150_000)

  test('measures the memory of a thread again when the first measurement failed', async () => {
    using measurement = vi.spyOn(Worker.prototype, 'getHeapStatistics').mockImplementationOnce(async () => {
      throw Object.assign(new Error('Worker instance not running'), { code: 'ERR_WORKER_NOT_RUNNING' })
    })
    const pool = makePool({ threads: 1 })
    expect(await getCode(pool.run('buffers', null, { timeoutSeconds: 120 }))).toBe('memory')
    expect(measurement.mock.settledResults[0]?.type).toBe('rejected')
  }, 150_000)

  test('does not stop a thread that uses memory within the limit', async () => {
    const pool = makePool({ threads: 1 })
    expect(await pool.run('keep', null, in20Seconds)).toBe('kept')
    await pool.run('sleep', 300, in20Seconds)
    await expectServing(pool)
  })

  test('replaces a thread that retains much memory after a task', async () => {
    const pool = makePool({ threads: 1 })
    expect(await pool.run('echo', 1, in20Seconds)).toMatchObject({ calls: 1 })
    await pool.run('keepMuch', null, in20Seconds)
    expect(await pool.run('echo', 1, in20Seconds)).toMatchObject({ calls: 1 })
  })

  test('replaces a thread that ends by itself, and reports a crash', async () => {
    const pool = makePool()
    expect(await getCode(pool.run('exit', null, in20Seconds))).toBe('crash')
    await expectServing(pool)
  })

  test('replaces a thread that ends while it is idle', async () => {
    const pool = makePool({ threads: 1 })
    await pool.run('exitSoon', null, in20Seconds)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await expectServing(pool)
  })

  test('replaces threads that have run tasks after a time without any', async () => {
    const pool = makePool({ threads: 1, idleMilliseconds: 50 })
    await pool.run('keep', null, in20Seconds)
    expect(await pool.run('echo', 1, in20Seconds)).toMatchObject({ calls: 1 })
    expect(await pool.run('echo', 1, in20Seconds)).toMatchObject({ calls: 2 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await pool.run('echo', 1, in20Seconds)).toMatchObject({ calls: 1 })
  })

  test('replaces a thread that no task has needed for a time, while another one works', async () => {
    const pool = makePool({ threads: 2, idleMilliseconds: 1000 })
    const echo = () => pool.run('echo', 1, in20Seconds) as Promise<{ calls: number }>
    const countCalls = async () => (await Promise.all([echo(), echo()])).map(({ calls }) => calls).sort()
    // A thread is free some milliseconds after its task.
    const pause = () => new Promise((resolve) => setTimeout(resolve, 80))
    await Promise.all([pool.run('sleep', 300, in20Seconds), pool.run('sleep', 300, in20Seconds)])
    await pause()
    expect(await countCalls()).toEqual([1, 1])
    for (let count = 0; count < 15; count++) {
      await pause()
      await pool.run('sleep', 10, in20Seconds)
    }
    await pause()
    expect(await countCalls()).toEqual([1, 2])
  })

  test('survives an uncaught error of a task, which fails', async () => {
    const pool = makePool()
    await expect(pool.run('uncaught', null, in20Seconds)).rejects.toThrow('later')
    await expectServing(pool)
  })

  test('serves tasks again after threads were stopped in every slot', async () => {
    const pool = makePool()
    const hanging = Array.from({ length: 4 }, () => getCode(pool.run('hang', null, { timeoutSeconds: 0.3 })))
    const served = expectServing(pool)
    for (const code of await Promise.all(hanging)) expect(code).toMatch(/^(timeout|work)$/)
    await served
  })
})

describe('a pool of processes', () => {
  const inProcesses = true

  test('runs tasks like a pool of threads, one after another in the same process', async () => {
    const pool = makePool({ inProcesses, threads: 1 })
    expect(await pool.run('echo', { a: 1 }, in20Seconds)).toEqual({ value: { a: 1 }, calls: 1 })
    expect(await pool.run('echo', new Uint8Array(3), in20Seconds)).toEqual({
      value: new Uint8Array(3),
      calls: 2,
    })
    await expect(pool.run('fail', null, in20Seconds)).rejects.toMatchObject({
      name: 'TypeError',
      message: 'as thrown',
    })
  })

  test.each([
    ['hang', { timeoutSeconds: 20, processorSeconds: 0.2 }, /^work$/],
    ['wait', { timeoutSeconds: 0.3 }, /^timeout$/],
    ['buffers', { timeoutSeconds: 120 }, /^memory$/],
    ['heap', { timeoutSeconds: 120 }, /^memory$/],
    ['exit', { timeoutSeconds: 20 }, /^crash$/],
  ])(
    'stops one whose task exceeds its limits (%s), and continues',
    async (name, limits, code) => {
      const pool = makePool({ inProcesses })
      expect(await getCode(pool.run(name, null, limits))).toMatch(code)
      await expectServing(pool)
    },
    150_000,
  )

  test.each([
    ['SIGINT', 'crash'],
    ['SIGKILL', 'crash'],
    ['SIGABRT', 'memory'],
  ])('takes %s for: %s', async (signal, code) => {
    expect(await getCode(makePool({ inProcesses }).run('end', signal, in20Seconds))).toBe(code)
  })
})

describe('what could wait without an end, and without a line in the log', () => {
  /** The codes and reasons of the faults that are logged until the test has ended. */
  function listFaults(): string[] {
    const faults: string[] = []
    forgetFaults()
    const error = vi.spyOn(log(), 'error').mockImplementation((data: unknown) => {
      const { fault, reason, err } = data as { fault?: string; reason?: string; err?: Error }
      faults.push([fault, reason ?? err?.message].join(': '))
    })
    onTestFinished(() => error.mockRestore())
    return faults
  }

  test('a thread that never says how much memory it has is replaced', async () => {
    const faults = listFaults()
    using _ = vi
      .spyOn(Worker.prototype, 'getHeapStatistics')
      .mockImplementation(() => new Promise<never>(() => {}))
    const pool = makePool({ threads: 1, answerMilliseconds: 50 })
    for (let index = 0; index < 3; index++) await expectServing(pool)
    expect(faults).toEqual(['thread_failed: It does not respond after its task.'])
  })

  test('the task of a message that cannot be read fails, and the thread goes on', async () => {
    const faults = listFaults()
    using post = vi.spyOn(Worker.prototype, 'postMessage')
    const pool = makePool({ threads: 1 })
    const waiting = getCode(pool.run('wait', null, { timeoutSeconds: 60 }))
    await vi.waitUntil(() => post.mock.contexts.length > 0)
    ;(post.mock.contexts[0] as Worker).emit('messageerror', new Error('Array buffer allocation failed'))
    expect(await waiting).toBe('crash')
    expect(faults).toEqual([expect.stringMatching(/^thread_failed: /)])
  })

  test('a task that does not end is reported while it waits and runs, and when it is over', async () => {
    const faults = listFaults()
    const over = vi.spyOn(log(), 'warn').mockImplementation(() => {})
    const pool = makePool({ threads: 1, slowMilliseconds: 100 })
    await Promise.all([pool.run('sleep', 700, in20Seconds), pool.run('echo', 1, in20Seconds)])
    // One line each a minute.
    expect(faults).toEqual([
      expect.stringMatching(/^thread_slow: it (runs|waits for a thread)$/),
      expect.stringMatching(/^thread_slow: it (runs|waits for a thread)$/),
    ])
    expect(over.mock.calls.map(([data]) => (data as { fault?: string }).fault)).toEqual([
      'thread_slow',
      'thread_slow',
    ])
    over.mockRestore()
  })
})

describe('a pool of processes whose system starts none', () => {
  const { execPath } = process
  afterEach(() => {
    process.execPath = execPath
  })

  test.each([
    ['later', '/nonexistent/node'],
    ['at once', `/${'n'.repeat(5000)}`],
  ])('which says so %s, serves tasks again when it does', async (_, path) => {
    const error = vi.spyOn(log(), 'error').mockImplementation(() => {})
    process.execPath = path
    const pool = makePool({ inProcesses: true, threads: 1 })
    for (let index = 0; index < 3; index++)
      await expect(pool.run('echo', 1, in20Seconds)).rejects.toThrow(/interrupted|ENAMETOOLONG/)
    process.execPath = execPath
    await expectServing(pool)
    error.mockRestore()
  })
})

describe('a task whose client has left', () => {
  test.each([false, true])(
    'is stopped after a second, and the pool continues (processes: %s)',
    async (inProcesses) => {
      const pool = makePool({ inProcesses, threads: 1 })
      await expectServing(pool)
      const leaving = new AbortController()
      const hanging = getCode(pool.run('hang', null, { timeoutSeconds: 60, signal: leaving.signal }))
      const waiting = getCode(pool.run('hang', null, { timeoutSeconds: 60, signal: leaving.signal }))
      const start = performance.now()
      leaving.abort()
      expect([await hanging, await waiting]).toEqual(['abandoned', 'abandoned'])
      expect(performance.now() - start).toBeLessThan(5000)
      await expectServing(pool)
    },
  )

  test('may end within this second', async () => {
    const pool = makePool({ threads: 1 })
    await expectServing(pool)
    const leaving = new AbortController()
    const sleeping = pool.run('sleep', 400, { ...in20Seconds, signal: leaving.signal })
    setTimeout(() => leaving.abort(), 200)
    await expect(sleeping).resolves.not.toThrow()
  })
})

test('a limit of processor time stops what computes, and not what waits', async () => {
  const pool = makePool({ threads: 1 })
  await expectServing(pool)
  const limits = { timeoutSeconds: 60, processorSeconds: 0.3 }
  expect(await getCode(pool.run('hang', null, limits))).toBe('work')
  await expect(pool.run('sleep', 1000, limits)).resolves.not.toThrow()
})

describe('the queue of a pool', () => {
  test('does not count against the time limit of a task', async () => {
    const pool = makePool({ threads: 1 })
    await expectServing(pool)
    const sleeping = Array.from({ length: 6 }, () => pool.run('sleep', 200, { timeoutSeconds: 1 }))
    await expect(Promise.all(sleeping)).resolves.toHaveLength(6)
  })

  test('runs no more tasks at once than there are threads', async () => {
    const pool = makePool({ threads: 2 })
    await expectServing(pool)
    const start = performance.now()
    await Promise.all(Array.from({ length: 4 }, () => pool.run('sleep', 150, in20Seconds)))
    expect(performance.now() - start).toBeGreaterThan(290)
  })

  test('runs tasks in the order of their requests', async () => {
    const pool = makePool({ threads: 1 })
    const order: number[] = []
    await Promise.all(
      [0, 1, 2, 3, 4].map((number) => pool.run('echo', number, in20Seconds).then(() => order.push(number))),
    )
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('runs the tasks of a group while those of another hang', async () => {
    const pool = makePool({ threads: 2 })
    let stopped = 0
    const hanging = Array.from({ length: 4 }, () =>
      getCode(pool.run('hang', null, { timeoutSeconds: 2, group: 'A' })).then(() => stopped++),
    )
    expect(await pool.run('echo', 1, { ...in20Seconds, group: 'B' })).toMatchObject({ value: 1 })
    expect(stopped).toBeLessThan(2)
    await Promise.all(hanging)
  }, 30_000)

  test('refuses a task immediately when it is full', async () => {
    const pool = makePool({ threads: 1, maxWaiting: 1 })
    const running = pool.run('sleep', 300, in20Seconds)
    const waiting = pool.run('echo', 1, in20Seconds)
    expect(await getCode(pool.run('echo', 2, in20Seconds))).toBe('busy')
    await Promise.all([running, waiting])
    await expectServing(pool)
  })
})

test('an idle pool does not prevent its process from ending', async () => {
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
