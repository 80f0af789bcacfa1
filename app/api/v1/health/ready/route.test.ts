import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onConnection } from '#db/connection/client'
import { setClockOffset } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { hashPassword } from '#lib/identity/passwords/password'
import { startWorker } from '#lib/jobs/worker'
import { stagingFolder } from '#lib/storage/store'
import { call } from '#lib/testing/service/call'
import { makeTenant } from '#lib/testing/users/tenant'
import { jobs } from '#lib/worker'
import { POST as logIn } from '../../auth/login/route.ts'
import { GET as listDocuments } from '../../documents/route.ts'
import { GET as getLive } from '../live/route.ts'
import { GET, POST } from './route.ts'

interface Ready {
  status: string
  checks: Record<string, boolean>
  workers: object | null
}
const getReady = () => call<Ready>(GET)

/** A bucket that takes everything, or does not answer any more. */
const bucket = { answers: true, requests: 0 }
const server = createServer((request, response) => {
  bucket.requests++
  if (bucket.answers) request.resume().on('end', () => response.end())
})

beforeAll(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  env().storageUrl = `s3://paraph?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test('200 when ready, with the state of the worker', async () => {
  const before = await getReady()
  expect(before).toMatchObject({
    status: 200,
    body: { status: 'ok', checks: { database: true, storage: true, worker: false } },
  })
  const worker = await startWorker({ 'jobs.heartbeat': jobs['jobs.heartbeat']! })
  await expect
    .poll(async () => (await getReady()).body.checks, { timeout: 10_000 })
    .toMatchObject({ worker: true })
  await worker.stop(1000)
})

test('200 when files cannot be stored: the body says so', async () => {
  await rm(stagingFolder(), { recursive: true, force: true })
  await writeFile(stagingFolder(), 'a file in place of the folder')
  // The result of a check is reused for two seconds.
  await expect
    .poll(async () => (await getReady()).body.checks, { timeout: 5000 })
    .toMatchObject({ storage: false, database: true })
  expect((await getReady()).status).toBe(200)
  await rm(stagingFolder())
})

test('200 while the bucket does not answer: it is asked by one request, and all that needs no file goes on', async () => {
  await expect
    .poll(async () => (await getReady()).body.checks, { timeout: 5000 })
    .toMatchObject({ storage: true })
  bucket.answers = false
  bucket.requests = 0
  await expect
    .poll(async () => (await getReady()).body.checks, { timeout: 10_000 })
    .toMatchObject({ storage: false, database: true })
  for (let count = 0; count < 20; count++) expect((await getReady()).status).toBe(200)
  expect(bucket.requests).toBe(1)
  const tenant = await makeTenant({ passwordHash: await hashPassword('tangerine orbit 41') })
  const body = { email: tenant.user.email, password: 'tangerine orbit 41' }
  expect((await call(logIn, { body })).status).toBe(200)
  expect((await call(listDocuments, { as: tenant })).status).toBe(200)
  bucket.answers = true
  await expect
    .poll(async () => (await getReady()).body.checks, { timeout: 10_000 })
    .toMatchObject({ storage: true })
})

test('200 while the queue cannot be read: the workers are unknown', async () => {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = onConnection(async (connection) => {
    await connection.send('begin')
    await connection.send('lock table heartbeats in access exclusive mode')
    locked.resolve()
    await released.promise
    await connection.send('rollback')
  })
  await locked.promise
  await expect.poll(async () => (await getReady()).body.workers, { timeout: 10_000 }).toBe(null)
  expect(await getReady()).toMatchObject({ status: 200, body: { checks: { database: true, worker: false } } })
  released.resolve()
  await holding
  await expect.poll(async () => (await getReady()).body.workers, { timeout: 10_000 }).not.toBe(null)
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
