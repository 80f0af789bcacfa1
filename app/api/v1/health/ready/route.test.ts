import { rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startWorker } from '#lib/jobs/worker'
import { stagingFolder } from '#lib/storage/store'
import { call } from '#lib/testing/call'
import { jobs } from '#lib/worker'
import { GET as getLive } from '../live/route.ts'
import { GET, POST } from './route.ts'

test('200 when ready, with the state of the worker', async () => {
  const before = await call<unknown>(GET)
  expect(before).toMatchObject({ status: 200 })
  expect(before.body).toEqual({ status: 'ok', checks: { database: true, storage: true, worker: false } })
  const worker = await startWorker({ 'jobs.heartbeat': jobs['jobs.heartbeat']! })
  await expect
    .poll(async () => (await call<{ checks: unknown }>(GET)).body.checks)
    .toMatchObject({ worker: true })
  await worker.stop(1000)
})

test('503 when files cannot be stored, while /live still responds with 200', async () => {
  await rm(stagingFolder(), { recursive: true, force: true })
  await writeFile(stagingFolder(), 'a file in place of the folder')
  // The result of a storage check is reused for two seconds.
  await expect.poll(async () => (await call<unknown>(GET)).status, { timeout: 5000 }).toBe(503)
  const response = await call<unknown>(GET)
  expect(response.body).toMatchObject({ status: 'unavailable', checks: { storage: false, database: true } })
  expect((await call<unknown>(getLive)).body).toEqual({ status: 'ok', checks: {} })
  await rm(stagingFolder())
})

test('405 for other methods', async () => {
  expect((await call<unknown>(POST)).status).toBe(405)
})
