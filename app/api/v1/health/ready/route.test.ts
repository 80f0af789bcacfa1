import { rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { setClockOffset } from '#lib/core/clock'
import { startWorker } from '#lib/jobs/worker'
import { stagingFolder } from '#lib/storage/store'
import { call } from '#lib/testing/service/call'
import { jobs } from '#lib/worker'
import { GET as getLive } from '../live/route.ts'
import { GET, POST } from './route.ts'

test('200 when ready, with the state of the worker', async () => {
  const before = await call<unknown>(GET)
  expect(before).toMatchObject({
    status: 200,
    body: { status: 'ok', checks: { database: true, worker: false } },
  })
  const worker = await startWorker({ 'jobs.heartbeat': jobs['jobs.heartbeat']! })
  await expect
    .poll(async () => (await call<{ checks: unknown }>(GET)).body.checks, { timeout: 10_000 })
    .toMatchObject({ worker: true })
  await worker.stop(1000)
})

test('200 when files cannot be stored: the body says so', async () => {
  await rm(stagingFolder(), { recursive: true, force: true })
  await writeFile(stagingFolder(), 'a file in place of the folder')
  // The result of a check is reused for two seconds.
  await expect
    .poll(async () => (await call<{ checks: unknown }>(GET)).body.checks, { timeout: 5000 })
    .toMatchObject({ storage: false, database: true })
  expect((await call<unknown>(GET)).status).toBe(200)
  await rm(stagingFolder())
})

test('503 when the clock is wrong, while /live still responds with 200', async () => {
  setClockOffset(-61_000)
  const response = await call<unknown>(GET)
  expect(response).toMatchObject({ status: 503, body: { status: 'unavailable', checks: { clock: false } } })
  expect((await call<unknown>(getLive)).body).toEqual({ status: 'ok', checks: {} })
  setClockOffset(0)
})

test('405 for other methods', async () => {
  expect((await call<unknown>(POST)).status).toBe(405)
})
