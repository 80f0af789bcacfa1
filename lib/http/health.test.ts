import { rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { measureClock } from '#db/clock'
import { database } from '#db/connection/client'
import { write } from '#db/tenancy/tenant'
import { log } from '#lib/core/log'
import { enqueue } from '#lib/jobs/enqueue'
import { recordHeartbeat, reportAbsentWorkers } from '#lib/jobs/heartbeat'
import { startWorker } from '#lib/jobs/worker'
import { stagingFolder } from '#lib/storage/store'
import { jobs } from '#lib/worker'
import { readiness } from './health.ts'

const worker = await startWorker({ 'jobs.heartbeat': jobs['jobs.heartbeat']! })
afterAll(() => worker.stop())

/** The results of checks are reused for two seconds. */
const untilCheckedAgain = () => sleep(2100)

const disk = vi.hoisted(() => ({ freeBytes: 1e12 }))
vi.mock('#lib/storage/free-space', () => ({ readFreeBytes: async () => disk.freeBytes }))

describe('health/ready', () => {
  it('is ok, and reports the worker and the queue', async () => {
    await expect.poll(async () => (await readiness()).checks.worker, { timeout: 10_000 }).toBe(true)
    const ready = await readiness()
    expect(ready).toMatchObject({
      status: 'ok',
      checks: { database: true, clock: true, storage: true, worker: true, worker_clocks: true },
      workers: { count: 1, last_job_at: expect.any(String) },
    })
    expect(Math.abs(ready.clock_offset_seconds)).toBeLessThan(1)
  })

  it('reports a worker that runs but finishes no jobs, and the job that waits longest', async () => {
    await database().execute(
      sql`update heartbeats set at = now() - interval '3 minutes' where name = 'worker'`,
    )
    await write({ tenantId: 0 }, (tx) => enqueue(tx, 'no.worker.serves', {}))
    await database().execute(
      sql`update pgboss.job_common set start_after = now() - interval '1 hour' where name = 'no.worker.serves'`,
    )
    await untilCheckedAgain()
    const { status, checks, workers } = await readiness()
    expect([status, checks.worker, workers!.count]).toEqual(['ok', false, 1])
    expect(Date.now() - Date.parse(workers!.oldest_waiting_job_at!)).toBeGreaterThan(3_500_000)
    const lines = (['error', 'warn'] as const).map((level) =>
      vi.spyOn(log(), level).mockImplementation(() => {}),
    )
    for (let minute = 0; minute < 3; minute++) await reportAbsentWorkers()
    await recordHeartbeat()
    await reportAbsentWorkers()
    for (const line of lines)
      expect(line.mock.calls).toEqual([
        [expect.objectContaining({ fault: 'workers_absent' }), expect.any(String)],
      ])
    vi.restoreAllMocks()
    await untilCheckedAgain()
    expect((await readiness()).checks.worker).toBe(true)
  })

  it('is ready while slow statements use every connection of requests', async () => {
    const slow = Array.from({ length: 10 }, () => database().execute(sql`select pg_sleep(4)`))
    await untilCheckedAgain()
    expect((await readiness()).checks.database).toBe(true)
    await Promise.all(slow)
  }, 30_000)

  it('reports a worker whose clock is wrong', async () => {
    await database().execute(
      sql`update heartbeats set clock_offset_ms = -18000000 where name like 'process %'`,
    )
    await untilCheckedAgain()
    expect(await readiness()).toMatchObject({
      status: 'ok',
      checks: { worker_clocks: false },
      workers: { clock_offset_seconds: -18_000 },
    })
  })

  it('is unavailable while the clock of this machine is wrong', async () => {
    vi.spyOn(log(), 'error').mockImplementation(() => {})
    vi.stubEnv('CLOCK_OFFSET_MS', '18000000')
    await measureClock()
    expect(await readiness()).toMatchObject({
      status: 'unavailable',
      checks: { database: true, clock: false },
    })
    vi.unstubAllEnvs()
    await measureClock()
    expect((await readiness()).status).toBe('ok')
    vi.restoreAllMocks()
  })

  it('reports the storage when so little space is free that uploads are refused', async () => {
    disk.freeBytes = 400_000_000
    await untilCheckedAgain()
    expect(await readiness()).toMatchObject({ status: 'ok', checks: { storage: false } })
    disk.freeBytes = 1e12
    await untilCheckedAgain()
    expect(await readiness()).toMatchObject({ status: 'ok', checks: { storage: true } })
  })

  describe('with a staging folder that cannot be written', () => {
    afterEach(() => rm(stagingFolder(), { recursive: true, force: true }))

    it('stays ready, as everything but uploads works, and reports the storage', async () => {
      await rm(stagingFolder(), { recursive: true, force: true })
      await writeFile(stagingFolder(), 'not a folder')
      await untilCheckedAgain()
      expect(await readiness()).toMatchObject({ status: 'ok', checks: { storage: false } })
      await rm(stagingFolder())
      await untilCheckedAgain()
      expect(await readiness()).toMatchObject({ status: 'ok', checks: { storage: true } })
    })
  })
})
