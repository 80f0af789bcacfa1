import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '#db/connection/client'
import { write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { markReported } from '#lib/core/runtime/faults'
import { listFailedJobs, setTimesBack } from './boss-internals.ts'
import { defineJob, type Jobs } from './define.ts'
import { type EnqueueOptions, enqueue } from './enqueue.ts'
import { startWorker, type Worker } from './worker.ts'

const noTenant = { tenantId: 0 }
let worker: Worker | null = null
let child: ChildProcess | null = null

afterEach(async () => {
  child?.kill('SIGKILL')
  await worker?.stop(5000)
  worker = null
})

const enqueueNow = (queue: string, data: object, options?: EnqueueOptions) =>
  write(noTenant, (tx) => enqueue(tx, queue, data, options))

async function runWorker(jobs: Jobs): Promise<void> {
  worker = await startWorker(jobs)
}

async function asOwner<T extends object>(query: string): Promise<T[]> {
  const client = connect(env().databaseUrl ?? '', { max: 1 })
  try {
    return (await client.unsafe(query)) as unknown as T[]
  } finally {
    await client.end()
  }
}

const getStates = async (queue: string) =>
  (
    await asOwner<{ state: string }>(
      `select state from pgboss.job where name = '${queue}' order by created_on`,
    )
  ).map((row) => row.state)

/** A worker in a process of its own, serving `queue` with a handler that never ends. */
async function startHangingWorker(queue: string): Promise<ChildProcess> {
  const script = `
    const { loadInstallationKey } = await import('./db/installation-key.ts')
    const { startWorker } = await import('./lib/jobs/worker.ts')
    await loadInstallationKey()
    await startWorker({ [process.argv[1]]: { handle: async () => {
      console.log('running')
      await new Promise(() => setInterval(() => {}, 1000))
    } } })`
  const started = spawn(process.execPath, ['--input-type=module', '-e', script, queue], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  await new Promise<void>((resolve) => started.stdout?.once('data', () => resolve()))
  return started
}

describe('enqueue', () => {
  test('creates no job when the transaction is rolled back', async () => {
    const failing = write(noTenant, async (tx) => {
      await enqueue(tx, 'tx.rollback', { n: 1 })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await getStates('tx.rollback')).toEqual([])
    await enqueueNow('tx.rollback', { n: 2 })
    expect(await getStates('tx.rollback')).toEqual(['created'])
  })

  test('creates no visible job before the commit', async () => {
    await write(noTenant, async (tx) => {
      await enqueue(tx, 'tx.hidden', {})
      expect(await getStates('tx.hidden')).toEqual([])
    })
    expect(await getStates('tx.hidden')).toEqual(['created'])
  })

  test('refuses a job without a key in a queue with keys, and the reverse', async () => {
    await enqueueNow('mixed', {}, { singletonKey: 'a' })
    await expect(enqueueNow('mixed', {})).rejects.toThrow(/all jobs of the queue mixed have a singletonKey/)
    await enqueueNow('plain', {})
    await expect(enqueueNow('plain', {}, { singletonKey: 'a' })).rejects.toThrow(/or none/)
  })

  test('adds no mergeable job while one with its key waits, and one after that has begun', async () => {
    const options = { singletonKey: 'a', mergeable: true }
    for (const n of [1, 2, 3]) await enqueueNow('merged', { n }, options)
    await enqueueNow('merged', { n: 4 }, { ...options, singletonKey: 'b' })
    expect(await getStates('merged')).toEqual(['created', 'created'])
    await asOwner(`update pgboss.job set state = 'active' where name = 'merged'`)
    for (const n of [5, 6]) await enqueueNow('merged', { n }, options)
    expect((await getStates('merged')).sort()).toEqual(['active', 'active', 'created'])
  })

  test('adds a mergeable job of now while one with its key waits for a later time', async () => {
    const options = { singletonKey: 'a', mergeable: true }
    await enqueueNow('merged.later', {}, { ...options, startAfter: new Date(Date.now() + 60_000) })
    for (const n of [1, 2]) await enqueueNow('merged.later', { n }, options)
    expect(await getStates('merged.later')).toEqual(['created', 'created'])
    await asOwner(`update pgboss.job set state = 'retry', start_after = now() + interval '1 minute'
      where name = 'merged.later' and data ? 'n'`)
    await enqueueNow('merged.later', { n: 3 }, options)
    expect((await getStates('merged.later')).sort()).toEqual(['created', 'retry'])
  })

  test('creates jobs that are retried without limit and do not expire', async () => {
    await enqueueNow('unlimited', {})
    const [row] = await asOwner<{ years: number; limit: number; backoff: boolean; cap: number }>(
      `select extract(year from age(keep_until, created_on))::int as years, retry_limit as limit,
              retry_backoff as backoff, retry_delay_max as cap from pgboss.job where name = 'unlimited'`,
    )
    expect(row?.years).toBeGreaterThan(40)
    expect(row).toMatchObject({ limit: 2_147_483_647, backoff: true, cap: 300 })
  })
})

describe('a worker', () => {
  test('gets each job immediately, with its data', async () => {
    const received: unknown[] = []
    await runWorker({
      'quick.one': defineJob<{ n: number }>({ handle: async (data) => void received.push(data.n) }),
    })
    await sleep(300)
    const began = performance.now()
    for (const n of [1, 2, 3, 4]) {
      await enqueueNow('quick.one', { n })
      await expect.poll(() => received.at(-1), { interval: 5, timeout: 10_000 }).toBe(n)
      // At its end a job asks for the next one.
      await expect.poll(() => getStates('quick.one')).toEqual(Array(n).fill('completed'))
      await sleep(100)
    }
    // By polls alone each one waits two seconds after the one before.
    expect(performance.now() - began).toBeLessThan(4000)
    expect(received).toEqual([1, 2, 3, 4])
    await expect.poll(() => getStates('quick.one')).toEqual(Array(4).fill('completed'))
  })

  test('runs the jobs of one key in order and one at a time, concurrently with other keys', async () => {
    const running = new Map<string, number>()
    const handled: Record<string, number[]> = { a: [], b: [], c: [] }
    let maxConcurrentKeys = 0
    await runWorker({
      keyed: defineJob<{ key: string; n: number }>({
        inOrder: true,
        concurrency: 3,
        handle: async ({ key, n }) => {
          running.set(key, (running.get(key) ?? 0) + 1)
          expect(running.get(key)).toBe(1)
          maxConcurrentKeys = Math.max(maxConcurrentKeys, running.size)
          await sleep(30)
          handled[key]?.push(n)
          if (running.get(key) === 1) running.delete(key)
        },
      }),
    })
    for (let index = 0; index < 5; index++) {
      for (const key of ['a', 'b', 'c']) await enqueueNow('keyed', { key, n: index }, { singletonKey: key })
    }
    const inOrder = [0, 1, 2, 3, 4]
    const began = performance.now()
    await expect.poll(() => handled, { timeout: 20_000 }).toEqual({ a: inOrder, b: inOrder, c: inOrder })
    expect(maxConcurrentKeys).toBeGreaterThan(1)
    expect(performance.now() - began, 'no waiting for the polling interval while there is work').toBeLessThan(
      1500,
    )
  })

  /** A program that receives a lone job and runs this statement. */
  async function jobEntry(statement: string): Promise<string> {
    const path = join(await mkdtemp(join(tmpdir(), 'paraph-job-')), 'job.mjs')
    await writeFile(path, `process.once('message', (job) => { ${statement} })`)
    return path
  }

  /** Says that two processes ended during the queue's job, and runs it with a program for lone jobs. */
  async function runAfterTwoDeaths(queue: string, entry: string, parked: unknown[] = []) {
    await asOwner(`insert into job_runs (key, job_id, process, deaths, at)
      select name || ' ' || id, id, 'ended', 1, now() from pgboss.job where name = '${queue}'`)
    const jobs = {
      [queue]: defineJob<{ n: number }>({
        handle: () => expect.unreachable(),
        onParked: async ({ n }) => void parked.push(n),
      }),
    }
    worker = await startWorker(jobs, entry)
  }

  test('runs a job during which two processes ended in a process of its own', async () => {
    await enqueueNow('heavy.alone', { n: 7 })
    const done = "process.send({ error: job.data.n === 7 ? null : 'data' }, () => process.exit())"
    await runAfterTwoDeaths('heavy.alone', await jobEntry(done))
    await expect.poll(() => getStates('heavy.alone'), { timeout: 20_000 }).toEqual(['completed'])
    expect(await asOwner(`select * from job_runs where key like 'heavy.alone%'`)).toEqual([])
  })

  test('parks a job that ends that process, too, and says so', async () => {
    const logError = vi.spyOn(log(), 'error')
    const parked: unknown[] = []
    await enqueueNow('heavy.parked', { n: 7 })
    await runAfterTwoDeaths('heavy.parked', await jobEntry("process.kill(process.pid, 'SIGKILL')"), parked)
    await expect.poll(() => getStates('heavy.parked'), { timeout: 20_000 }).toEqual(['retry'])
    expect(parked).toEqual([7])
    const [row] = await asOwner<{ minutes: number }>(
      `select extract(epoch from start_after - now()) / 60 as minutes from pgboss.job where name = 'heavy.parked'`,
    )
    expect(Number(row!.minutes)).toBeGreaterThan(25)
    expect(logError.mock.calls.map(([, message]) => message).join()).toMatch(/ended while.*parked/)
    const [{ deaths, process } = {}] = await asOwner<{ deaths: number; process: string | null }>(
      `select deaths, process from job_runs where key like 'heavy.parked%'`,
    )
    expect([deaths, process]).toEqual([3, null])
    logError.mockRestore()
  })

  test('retries a job as usual that was parked and then fails without ending its process', async () => {
    const entry = await jobEntry("process.send({ error: 'TypeError' }, () => process.exit(1))")
    await enqueueNow('heavy.failing', { n: 7 })
    await asOwner(
      `update pgboss.job set retry_delay = 3600, retry_delay_max = 3600 where name = 'heavy.failing'`,
    )
    await runAfterTwoDeaths('heavy.failing', entry)
    await expect.poll(() => getStates('heavy.failing'), { timeout: 20_000 }).toEqual(['retry'])
    const [row] = await asOwner<{ seconds: number }>(
      `select extract(epoch from start_after - now()) as seconds from pgboss.job where name = 'heavy.failing'`,
    )
    expect(Number(row!.seconds)).toBeLessThan(300)
  })

  test('runs a job after one death as usual, and forgets the death when it succeeds', async () => {
    await enqueueNow('heavy.once', { n: 7 })
    await asOwner(`insert into job_runs (key, job_id, process, deaths, at)
      select name || ' ' || id, id, 'ended', 0, now() from pgboss.job where name = 'heavy.once'`)
    const handled: number[] = []
    await runWorker({
      'heavy.once': defineJob<{ n: number }>({ handle: async ({ n }) => void handled.push(n) }),
    })
    await expect.poll(() => getStates('heavy.once')).toEqual(['completed'])
    expect(handled).toEqual([7])
    expect(await asOwner(`select * from job_runs where key like 'heavy.once%'`)).toEqual([])
  })

  test('runs jobs alone that are parts of the same work until enough have succeeded, and reports no death again', async () => {
    const logError = vi.spyOn(log(), 'error')
    await asOwner(`insert into job_runs (key, job_id, process, deaths, at)
      values ('heavy.part 7', gen_random_uuid(), 'ended', 2, now())`)
    const entry = await jobEntry('process.send({ error: null }, () => process.exit())')
    const handled: number[] = []
    const definition = defineJob<{ n: number }>({
      handle: async ({ n }) => void handled.push(n),
      partOf: ({ n }) => `${n}`,
    })
    worker = await startWorker({ 'heavy.part': definition }, entry)
    const states: string[] = []
    for (const [left, runsHere] of [
      [[{ deaths: 2, process: null }], []],
      [[{ deaths: 1, process: null }], []],
      [[], [7]],
    ]) {
      states.push('completed')
      await enqueueNow('heavy.part', { n: 7 })
      await expect.poll(() => getStates('heavy.part'), { timeout: 20_000 }).toEqual(states)
      expect(await asOwner(`select deaths, process from job_runs where key like 'heavy.part%'`)).toEqual(left)
      expect(handled).toEqual(runsHere)
    }
    const messages = logError.mock.calls.map(([, message]) => message)
    expect(messages.filter((message) => /ended while/.test(message!))).toHaveLength(1)
    logError.mockRestore()
  })

  test('counts no death of a job that fails, or whose worker is stopped', async () => {
    await runWorker({ 'light.failing': defineJob({ handle: () => Promise.reject(new Error('no')) }) })
    await enqueueNow('light.failing', {})
    await expect.poll(() => getStates('light.failing')).toEqual(['retry'])
    await worker?.stop()
    worker = null
    expect(await asOwner(`select deaths, process from job_runs where key like 'light.failing%'`)).toEqual([
      { deaths: 0, process: null },
    ])
  })

  test('reports a job that workers interrupted repeatedly', async () => {
    const interrupted: unknown[] = []
    const jobs = {
      left: defineJob<{ n: number }>({
        retryDelayMaxSeconds: 1,
        handle: async () => {},
        onInterrupted: async ({ n }) => void interrupted.push(n),
      }),
    }
    await runWorker(jobs)
    await worker?.stop()
    await enqueueNow('left', { n: 7 })
    // As a worker leaves the job that dies at its ninth retry.
    await asOwner(`update pgboss.job set state = 'active', retry_count = 9, started_on = now(),
      heartbeat_on = now() - interval '1 minute' where name = 'left'`)
    await runWorker(jobs)
    await expect.poll(() => interrupted, { timeout: 20_000 }).toEqual([7])
    await expect.poll(() => getStates('left')).toEqual(['completed'])
  })

  test('runs in their order the jobs that were enqueued before the clock of the database was set back', async () => {
    const handled: number[] = []
    const ahead: Jobs = { ahead: defineJob<{ n: number }>({ handle: async ({ n }) => void handled.push(n) }) }
    await runWorker(ahead)
    await worker?.stop()
    for (const n of [1, 2]) await enqueueNow('ahead', { n })
    await asOwner(`update pgboss.job set created_on = created_on + interval '5 hours',
      start_after = start_after + interval '5 hours' where name = 'ahead'`)
    await asOwner(`update pgboss.version set cron_on = now() + interval '5 hours'`)
    await asOwner(
      `update pgboss.queue set monitor_claim_on = now() + interval '5 hours' where name = 'ahead'`,
    )
    await enqueueNow('ahead', { n: 3 }, { startAfter: new Date(Date.now() + 3600_000) })
    await runWorker(ahead)
    await expect.poll(() => handled).toEqual([1, 2])
    expect((await getStates('ahead')).toSorted()).toEqual(['completed', 'completed', 'created'])
    const [times] = await asOwner<{
      isPast: boolean
    }>(`select cron_on <= now() and monitor_claim_on <= now() as "isPast"
      from pgboss.version, pgboss.queue where name = 'ahead'`)
    expect(times).toEqual({ isPast: true })
  })

  test('frees the minutes of schedules that were filed before the clock of the database was set back', async () => {
    await runWorker({ nightly: defineJob({ schedule: '0 3 * * *', handle: async () => {} }) })
    const [queue] = await asOwner<{ seconds: number }>(
      `select deletion_seconds as seconds from pgboss.queue where name = '__pgboss__send-it'`,
    )
    expect(queue!.seconds).toBeLessThanOrEqual(3600)
    // As a worker files and completes them.
    await asOwner(`insert into pgboss.job_common (name, state, policy, singleton_key, singleton_on, created_on, completed_on)
      select '__pgboss__send-it', 'completed', policy, 'nightly__',
        date_trunc('minute', now() at time zone 'UTC') + n * interval '1 minute', now() + n * interval '1 minute', now() + n * interval '1 minute'
      from pgboss.queue, generate_series(-1, 60) n where n <> 1 and name = '__pgboss__send-it'`)
    await setTimesBack()
    const filed = await asOwner<{ isPast: boolean }>(
      `select singleton_on <= now() at time zone 'UTC' as "isPast" from pgboss.job_common where singleton_key = 'nightly__'`,
    )
    expect(filed).toEqual([{ isPast: true }, { isPast: true }])
  })

  test('runs no schedule of the time that had been ahead once the clock of the database was set back', async () => {
    const soon = new Date(Date.now() + 1800_000)
    const findPass = async () =>
      (await asOwner<{ at: Date }>('select cron_on as at from pgboss.version'))[0]!.at
    const [clock] = await asOwner<{ definition: string }>(
      `select pg_get_functiondef('pgboss.job_now'::regproc) as definition`,
    )
    const ahead = clock!.definition.replace('pg_catalog.now()', `pg_catalog.now() + interval '1 hour'`)
    expect(ahead).not.toBe(clock!.definition)
    await asOwner(ahead)
    try {
      const schedule = `${soon.getUTCMinutes()} ${soon.getUTCHours()} * * *`
      await runWorker({ 'ahead.nightly': defineJob({ schedule, handle: async () => {} }) })
    } finally {
      await asOwner(clock!.definition)
    }
    await asOwner(`update pgboss.schedule set created_on = now() - interval '1 day'`)
    const pass = await findPass()
    await expect.poll(findPass, { timeout: 45_000 }).not.toEqual(pass)
    await sleep(1000)
    expect(
      await asOwner(
        `select from pgboss.job_common where name = '__pgboss__send-it' and singleton_key like 'ahead.nightly%'`,
      ),
    ).toEqual([])
  }, 90_000)

  test('runs a lost job again also after the clock of its machine was ahead', async () => {
    const handled: number[] = []
    await runWorker({ lost: defineJob<{ n: number }>({ handle: async ({ n }) => void handled.push(n) }) })
    const findPass = async () =>
      (await asOwner<{ at: Date }>(`select monitor_on as at from pgboss.queue where name = 'lost'`))[0]!.at
    const passAfter = async (earlier: Date) => expect.poll(findPass, { timeout: 20_000 }).not.toEqual(earlier)
    await passAfter(await findPass())
    const { now } = Date
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 5 * 3600_000)
    await passAfter(await findPass())
    clock.mockRestore()
    // As a worker leaves the job that dies.
    await asOwner(`insert into pgboss.job_common (name, data, state, retry_limit, started_on, heartbeat_on, heartbeat_seconds)
      values ('lost', '{"n":7}', 'active', 3, now(), now() - interval '1 minute', 10)`)
    await expect.poll(() => handled, { timeout: 20_000 }).toEqual([7])
  })

  test('retries a failed job after a delay', async () => {
    const attempts: { attempt: number; at: number }[] = []
    await runWorker({
      flaky: defineJob({
        handle: async (_, { attempt }) => {
          attempts.push({ attempt, at: performance.now() })
          if (attempt < 2) throw new Error('not yet')
        },
      }),
    })
    await enqueueNow('flaky', {})
    await expect.poll(() => attempts.map((run) => run.attempt), { timeout: 20_000 }).toEqual([0, 1, 2])
    expect((attempts[1]?.at ?? 0) - (attempts[0]?.at ?? 0)).toBeGreaterThan(900)
    await expect.poll(() => getStates('flaky')).toEqual(['completed'])
  })

  test('stops after the given number of retries', async () => {
    await runWorker({ 'hopeless.one': defineJob({ handle: () => Promise.reject(new Error('never')) }) })
    await enqueueNow('hopeless.one', {}, { retryLimit: 0 })
    await expect.poll(() => getStates('hopeless.one'), { timeout: 10_000 }).toEqual(['failed'])
  })

  test('stores the class and the codes of a failure, and no text of it', async () => {
    const refused = markReported(new Error('ada@example.com'), 'storage_unreachable')
    const failure = new AppError('unavailable', 'ada@example.com', {}, { cause: refused })
    await runWorker({ 'hopeless.two': defineJob({ handle: () => Promise.reject(failure) }) })
    await enqueueNow('hopeless.two', {}, { retryLimit: 0 })
    const findReason = async () =>
      (await listFailedJobs(100)).find((job) => job.queue === 'hopeless.two')?.reason
    await expect
      .poll(findReason, { timeout: 10_000 })
      .toBe('The job failed (AppError, unavailable, storage_unreachable); the log has the reason.')
  })

  test('waits for the start time of a job', async () => {
    const startedAt: number[] = []
    await runWorker({ later: defineJob({ handle: async () => void startedAt.push(Date.now()) }) })
    const due = Date.now() + 1500
    await enqueueNow('later', {}, { startAfter: new Date(due) })
    await expect.poll(() => startedAt.length, { timeout: 10_000 }).toBe(1)
    expect(startedAt[0]).toBeGreaterThanOrEqual(due)
  })

  test('finishes the running job when it is stopped, and starts no other', async () => {
    const ended: number[] = []
    await runWorker({
      'drained.one': defineJob<{ n: number }>({
        handle: async ({ n }) => {
          await sleep(800)
          ended.push(n)
        },
      }),
    })
    await enqueueNow('drained.one', { n: 1 })
    await expect.poll(() => getStates('drained.one')).toEqual(['active'])
    await enqueueNow('drained.one', { n: 2 })
    await worker?.stop()
    worker = null
    expect(ended).toEqual([1])
    expect(await getStates('drained.one')).toEqual(['completed', 'created'])
  })

  test('loses no job when it is killed with -9', { timeout: 90_000 }, async () => {
    await enqueueNow('killed.one', { n: 7 })
    const hangingWorker = await startHangingWorker('killed.one')
    const handled: { n: number; attempt: number }[] = []
    await runWorker({
      'killed.one': defineJob<{ n: number }>({
        handle: async ({ n }, { attempt }) => void handled.push({ n, attempt }),
      }),
    })
    await sleep(15_000)
    expect(handled, 'another worker does not take the job of a live worker').toEqual([])
    hangingWorker.kill('SIGKILL')
    // Its heartbeat alone would be missed after more than ten seconds.
    await expect.poll(() => handled, { timeout: 12_000 }).toEqual([{ n: 7, attempt: 1 }])
    await expect.poll(() => getStates('killed.one')).toEqual(['completed'])
  })

  test('keeps the heartbeat of its job although a process that ended had it under another key', {
    timeout: 60_000,
  }, async () => {
    // Before, no process counts as one that has ended.
    const isReopened = "select now() > pg_postmaster_start_time() + interval '15 seconds' as reopened"
    await expect.poll(() => asOwner(isReopened), { timeout: 20_000 }).toEqual([{ reopened: true }])
    await enqueueNow('kept.one', {})
    await asOwner(`insert into job_runs (key, job_id, process, deaths, at)
      select 'kept.one of an earlier version', id, 'ended', 0, now() - interval '1 minute'
      from pgboss.job where name = 'kept.one'`)
    const beats: unknown[] = []
    const handle = async () => {
      for (let count = 0; count < 25; count++) {
        await sleep(300)
        beats.push(
          ...(await asOwner(
            `select heartbeat_on > now() - interval '1 minute' as beats from pgboss.job where name = 'kept.one'`,
          )),
        )
      }
    }
    await runWorker({ 'kept.one': defineJob({ handle }) })
    await expect.poll(() => beats.length, { timeout: 30_000 }).toBe(25)
    expect(beats).toEqual(beats.map(() => ({ beats: true })))
  })

  test('survives a restart of PostgreSQL, and does not run its job twice', async () => {
    const runs: number[] = []
    await runWorker({
      steady: defineJob<{ n: number }>({
        handle: async ({ n }) => {
          runs.push(n)
          if (n === 1) await sleep(4000)
        },
      }),
    })
    await enqueueNow('steady', { n: 1 })
    await expect.poll(() => runs).toEqual([1])
    await asOwner(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await sleep(4500)
    await enqueueNow('steady', { n: 2 })
    await expect.poll(() => runs, { timeout: 15_000 }).toEqual([1, 2])
    await expect.poll(() => getStates('steady')).toEqual(['completed', 'completed'])
  })

  test('updates timeouts and schedules of another version and removes obsolete ones', async () => {
    const doNothing = async () => {}
    await runWorker({
      'queue.current': defineJob({ schedule: '*/5 * * * *', timeoutSeconds: 60, handle: doNothing }),
      'queue.obsolete': defineJob({ schedule: '0 3 * * *', handle: doNothing }),
    })
    await worker!.stop(5000)
    const current = {
      'queue.current': defineJob({ schedule: '0 * * * *', timeoutSeconds: 90, handle: doNothing }),
    }
    await runWorker(current)
    expect(await asOwner(`select name, cron from pgboss.schedule`)).toEqual([
      { name: 'queue.current', cron: '0 * * * *' },
    ])
    const queues = `select expire_seconds as seconds from pgboss.queue where name = 'queue.current'`
    expect(await asOwner(queues)).toEqual([{ seconds: 90 }])
    await worker!.stop(5000)
    await asOwner(`update pgboss.schedule set options = '{}'`)
    await runWorker(current)
    expect(await asOwner(`select options from pgboss.schedule`)).toEqual([{ options: { missed: 'once' } }])
  })

  test('puts its schedules back after a worker of an older version has started', async () => {
    const doNothing = async () => {}
    const setTimer = vi.spyOn(globalThis, 'setInterval')
    await runWorker({
      'queue.changed': defineJob({ schedule: '0 4 * * *', timeoutSeconds: 90, handle: doNothing }),
      'queue.new': defineJob({ schedule: '0 5 * * *', handle: doNothing }),
    })
    const look = setTimer.mock.calls.find(([, milliseconds]) => milliseconds === 300_000)![0] as () => unknown
    setTimer.mockRestore()
    const older = await startWorker({
      'queue.changed': defineJob({ schedule: '0 3 * * *', timeoutSeconds: 60, handle: doNothing }),
      'queue.dropped': defineJob({ schedule: '0 2 * * *', handle: doNothing }),
    })
    await older.stop(5000)
    const read = () => asOwner(`select name, cron from pgboss.schedule order by name`)
    const ofOlder = [
      { name: 'queue.changed', cron: '0 3 * * *' },
      { name: 'queue.dropped', cron: '0 2 * * *' },
    ]
    expect(await read()).toEqual(ofOlder)
    // The schedules of a version that has migrated the database since stay.
    await asOwner(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4e12)`)
    await look()
    expect(await read()).toEqual(ofOlder)
    await asOwner(`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
    await look()
    expect(await read()).toEqual([
      { name: 'queue.changed', cron: '0 4 * * *' },
      { name: 'queue.new', cron: '0 5 * * *' },
    ])
    const timeout = `select expire_seconds as seconds from pgboss.queue where name = 'queue.changed'`
    expect(await asOwner(timeout)).toEqual([{ seconds: 90 }])
  })

  test('runs a scheduled job once that was due while no worker ran', async () => {
    let runs = 0
    const twelveHoursAgo = new Date(Date.now() - 12 * 3_600_000)
    const jobs = {
      'at.night': defineJob({
        schedule: `${twelveHoursAgo.getUTCMinutes()} ${twelveHoursAgo.getUTCHours()} * * *`,
        handle: async () => void runs++,
      }),
    }
    await runWorker(jobs)
    await worker!.stop(5000)
    await asOwner(`update pgboss.schedule set created_on = now() - interval '9 days'`)
    await asOwner(`update pgboss.version set cron_on = now() - interval '3 days'`)
    await runWorker(jobs)
    await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
    await sleep(1000)
    expect(runs).toBe(1)
  })

  test('runs one job of a scheduled queue at a time', async () => {
    await runWorker({ 'by.the.clock': defineJob({ schedule: '*/5 * * * *', handle: async () => {} }) })
    const [row] = await asOwner(
      `select q.policy, s.cron from pgboss.queue q join pgboss.schedule s on s.name = q.name where q.name = 'by.the.clock'`,
    )
    expect(row).toEqual({ policy: 'exclusive', cron: '*/5 * * * *' })
  })
})

describe('the jobs of several tenants', () => {
  /** Runs `count` jobs, one after another by default. @returns their names in the order of their starts */
  async function getOrder(
    queue: string,
    count: number,
    options: Partial<Jobs[string]> = {},
  ): Promise<string> {
    const order: string[] = []
    await runWorker({
      [queue]: defineJob<{ name: string }>({
        handle: async ({ name }) => {
          order.push(name)
          await sleep(20)
        },
        ...options,
      }),
    })
    await expect.poll(() => order.length, { timeout: 20_000 }).toBe(count)
    return order.join('')
  }
  /** Enqueues a job per letter: the letter is the job's name, in upper case its tenant. */
  const fill = async (queue: string, names: string, options?: EnqueueOptions) => {
    for (const name of names)
      await enqueueNow(queue, { name, tenantId: name.toUpperCase().charCodeAt(0) }, options)
  }

  test('take turns by tenant, and stay in order within each tenant', async () => {
    await fill('turns.fair', 'AAAAAAAABC')
    await fill('turns.fair', 'BA')
    expect(await getOrder('turns.fair', 12)).toBe('ABCABAAAAAAA')
  })

  test('take turns by tenant in a queue with keys, too', async () => {
    for (let key = 0; key < 6; key++)
      await enqueueNow('turns.keys', { name: 'A', tenantId: 1 }, { singletonKey: `${key}` })
    await enqueueNow('turns.keys', { name: 'B', tenantId: 2 }, { singletonKey: 'b' })
    expect((await getOrder('turns.keys', 7, { inOrder: true })).indexOf('B')).toBeLessThan(2)
  })

  test('run by priority first', async () => {
    await fill('turns.awaited', 'AAA')
    await fill('turns.awaited', 'bb', { priority: 1 })
    await fill('turns.awaited', 'aac', { priority: 2 })
    expect(await getOrder('turns.awaited', 8)).toBe('acabbAAA')
  })

  test('leave slots to other tenants and to urgent jobs while they hang', async () => {
    const started: string[] = []
    const release = Promise.withResolvers<void>()
    await fill('turns.hang', 'AAAAAA')
    await runWorker({
      'turns.hang': defineJob<{ name: string }>({
        concurrency: 3,
        concurrencyOfGroup: 2,
        concurrencyOfAwaited: 1,
        handle: ({ name }) => {
          started.push(name)
          return name === 'A' || name === 'B' ? release.promise : Promise.resolve()
        },
      }),
    })
    await expect.poll(() => started.length, { timeout: 5000 }).toBe(2)
    await fill('turns.hang', 'BBBB')
    await expect.poll(() => started.join(''), { timeout: 5000 }).toBe('AAB')
    await fill('turns.hang', 'a', { priority: 2 })
    await expect.poll(() => started.join(''), { timeout: 5000 }).toBe('AABa')
    release.resolve()
  })
})
