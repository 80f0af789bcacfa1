import { rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { database } from '#db/client'
import { recordHeartbeat } from '#lib/jobs/heartbeat'
import { startWorker } from '#lib/jobs/worker'
import { stagingFolder } from '#lib/storage/store'
import { jobs } from '#lib/worker'
import { readiness } from './health.ts'

const worker = await startWorker({ 'jobs.heartbeat': jobs['jobs.heartbeat']! })
afterAll(() => worker.stop())

/** The result of a storage check is reused for two seconds. */
const untilProbedAgain = () => sleep(2100)

describe('health/ready', () => {
  it('is ok once a worker has finished a job', async () => {
    await expect
      .poll(() => readiness(), { timeout: 10_000 })
      .toEqual({ status: 'ok', checks: { database: true, storage: true, worker: true } })
  })

  it('reports a worker that is connected but finishes no jobs', async () => {
    await database().execute(sql`update heartbeats set at = now() - interval '3 minutes'`)
    expect((await readiness()).checks.worker).toBe(false)
    await recordHeartbeat()
    expect((await readiness()).checks.worker).toBe(true)
  })

  describe('with a staging folder that cannot be written', () => {
    afterEach(() => rm(stagingFolder(), { recursive: true, force: true }))

    it('is unavailable, and ok again afterwards', async () => {
      await rm(stagingFolder(), { recursive: true, force: true })
      await writeFile(stagingFolder(), 'not a folder')
      await untilProbedAgain()
      expect(await readiness()).toMatchObject({ status: 'unavailable', checks: { storage: false } })
      await rm(stagingFolder())
      await untilProbedAgain()
      expect(await readiness()).toMatchObject({ status: 'ok', checks: { storage: true } })
    })
  })
})
