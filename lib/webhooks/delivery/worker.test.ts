import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { addDocument } from '#lib/testing/modules'
import { addWebhook, callsOf, openReceiver, present, slowly } from '#lib/testing/receiver'
import { makeTenant } from '#lib/testing/tenant'
import { jobs } from '#lib/worker'
import { getWebhook } from '../get.ts'

const receivers = [await openReceiver(), await openReceiver()] as const
const [receiver, slow] = receivers
let worker: Worker | null = null
let child: ChildProcess | null = null

afterEach(async () => {
  child?.kill('SIGKILL')
  await worker?.stop(5000)
  worker = null
  for (const each of receivers) each.received.length = 0
})
afterAll(async () => {
  for (const each of receivers) await each.close()
})

const used = { 'audit.announce': jobs['audit.announce']!, 'webhooks.deliver': jobs['webhooks.deliver']! }
const timeouts = { timeout: 25_000, interval: 20 }

it('delivers within moments, retries after 5 seconds, and is not delayed by a slow endpoint', async () => {
  const tenant = await makeTenant()
  worker = await startWorker(used)
  slow.answers(slowly(4000))
  receiver.answers(500, 204)
  const patient = await addWebhook(tenant, slow.url)
  const quick = await addWebhook(tenant, receiver.url)
  const here = { ctx: present(tenant.ctx) }
  await sleep(300)
  await addDocument(here, { name: 'One' })
  const began = performance.now()
  await expect.poll(() => receiver.received.length, timeouts).toBe(1)
  expect(performance.now() - began).toBeLessThan(5000)
  for (const name of ['Two', 'Three', 'Four']) await addDocument(here, { name })
  await expect.poll(() => receiver.received.length, timeouts).toBe(4)
  expect(slow.received.length).toBeLessThan(4)
  await expect.poll(() => receiver.received.length, timeouts).toBe(5)
  const [first, last] = [receiver.received[0]!, receiver.received[4]!]
  expect(last.headers['webhook-id']).toBe(first.headers['webhook-id'])
  const waited = Number(last.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])
  expect(waited).toBeGreaterThanOrEqual(4)
  expect(waited).toBeLessThan(20)
  await expect
    .poll(async () => (await getWebhook(present(tenant.ctx), quick.id)).consecutive_failures, timeouts)
    .toBe(0)
  await expect
    .poll(() => slow.received.map(({ payload }) => payload.data.name), timeouts)
    .toEqual(['One', 'Two', 'Three', 'Four'])
  expect((await callsOf(tenant, patient.id)).length).toBe(4)
}, 60_000)

it('a worker that dies before recording an attempt causes only a duplicate with the same id', async () => {
  const tenant = await makeTenant()
  const { id } = await addWebhook(tenant, receiver.url)
  receiver.answers(() => child?.kill('SIGKILL'), 204)
  child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { loadInstallationKey } = await import('./db/installation-key.ts')
       const { jobs } = await import('./lib/worker.ts')
       const { startWorker } = await import('./lib/jobs/worker.ts')
       await loadInstallationKey()
       await startWorker(jobs)`,
    ],
    { stdio: 'inherit', env: { ...process.env, WEBHOOK_ALLOWED_HOSTS: env().webhookAllowedHosts.join() } },
  )
  await addDocument({ ctx: present(tenant.ctx) }, { name: 'Lease' })
  await expect.poll(() => receiver.received.length, timeouts).toBe(1)
  worker = await startWorker(used)
  await expect.poll(() => receiver.received.length, timeouts).toBe(2)
  const [one, two] = receiver.received
  expect([two!.headers['webhook-id'], two!.body]).toEqual([one!.headers['webhook-id'], one!.body])
  await expect
    .poll(async () => (await callsOf(tenant, id)).map((log) => [log.attempt, log.status]), timeouts)
    .toEqual([[1, 'success']])
})

it('twenty hanging endpoints of four tenants do not delay a working one', async () => {
  const hanging = await openReceiver()
  hanging.answers(() => undefined)
  const tenants = await Promise.all(Array.from({ length: 4 }, makeTenant))
  for (const tenant of tenants) for (let count = 0; count < 5; count++) await addWebhook(tenant, hanging.url)
  const good = await makeTenant()
  await addWebhook(good, receiver.url)
  receiver.answers(204)
  worker = await startWorker(used)
  for (const tenant of tenants)
    for (const name of ['One', 'Two']) await addDocument({ ctx: present(tenant.ctx) }, { name })
  await expect.poll(() => hanging.received.length, timeouts).toBeGreaterThan(10)
  for (const name of ['One', 'Two', 'Three']) {
    const [began, before] = [performance.now(), receiver.received.length]
    await addDocument({ ctx: present(good.ctx) }, { name })
    await expect.poll(() => receiver.received.length, timeouts).toBe(before + 1)
    expect(performance.now() - began).toBeLessThan(5000)
    await sleep(6000)
  }
  await hanging.close()
}, 120_000)
