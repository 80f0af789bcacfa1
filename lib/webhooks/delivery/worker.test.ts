import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { addDocument } from '#lib/testing/records/records'
import { addWebhook, ctxNow, loadDeliveries, openReceiver, respondAfter } from '#lib/testing/servers/receiver'
import { makeTenant } from '#lib/testing/users/tenant'
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
  for (const receiver of receivers) receiver.received.length = 0
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
})

const usedJobs = { 'audit.announce': jobs['audit.announce']!, 'webhooks.deliver': jobs['webhooks.deliver']! }
const timeouts = { timeout: 25_000, interval: 20 }

it('delivers within five seconds, retries after five seconds, and is not delayed by a slow endpoint', async () => {
  const tenant = await makeTenant()
  worker = await startWorker(usedJobs)
  slow.respondWith(respondAfter(4000))
  receiver.respondWith(500, 204)
  const slowWebhook = await addWebhook(tenant, slow.url)
  const fastWebhook = await addWebhook(tenant, receiver.url)
  const actor = { ctx: ctxNow(tenant.ctx) }
  await sleep(300)
  await addDocument(actor, { name: 'One' })
  const began = performance.now()
  await expect.poll(() => receiver.received.length, timeouts).toBe(1)
  expect(performance.now() - began).toBeLessThan(5000)
  // Each document has a chain of its own: what is added at once could come in any order.
  for (const [index, name] of ['Two', 'Three', 'Four'].entries()) {
    await addDocument(actor, { name })
    await expect.poll(() => receiver.received.length, timeouts).toBe(index + 2)
  }
  expect(slow.received.length).toBeLessThan(4)
  await expect.poll(() => receiver.received.length, timeouts).toBe(5)
  const [first, last] = [receiver.received[0]!, receiver.received[4]!]
  expect(last.headers['webhook-id']).toBe(first.headers['webhook-id'])
  const waited = Number(last.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])
  expect(waited).toBeGreaterThanOrEqual(4)
  expect(waited).toBeLessThan(20)
  await expect
    .poll(async () => (await getWebhook(ctxNow(tenant.ctx), fastWebhook.id)).consecutive_failures, timeouts)
    .toBe(0)
  await expect
    .poll(() => slow.received.map(({ payload }) => payload.data.name), timeouts)
    .toEqual(['One', 'Two', 'Three', 'Four'])
  expect((await loadDeliveries(tenant, slowWebhook.id)).length).toBe(4)
}, 60_000)

it('a worker that dies before recording an attempt causes only a duplicate with the same id', async () => {
  const tenant = await makeTenant()
  const { id } = await addWebhook(tenant, receiver.url)
  receiver.respondWith(() => child?.kill('SIGKILL'), 204)
  child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { loadInstallationKey } = await import('./db/installation-key.ts')
       const { jobs } = await import('./lib/worker.ts')
       const { startWorker } = await import('./lib/jobs/worker.ts')
       await loadInstallationKey()
       await startWorker(Object.fromEntries(process.argv.slice(1).map((queue) => [queue, jobs[queue]])))`,
      ...Object.keys(usedJobs),
    ],
    { stdio: 'inherit', env: { ...process.env, WEBHOOK_ALLOWED_HOSTS: env().webhookAllowedHosts.join() } },
  )
  await addDocument({ ctx: ctxNow(tenant.ctx) }, { name: 'Lease' })
  await expect.poll(() => receiver.received.length, timeouts).toBe(1)
  worker = await startWorker(usedJobs)
  await expect.poll(() => receiver.received.length, timeouts).toBe(2)
  const [first, second] = receiver.received
  expect([second!.headers['webhook-id'], second!.body]).toEqual([first!.headers['webhook-id'], first!.body])
  await expect
    .poll(async () => (await loadDeliveries(tenant, id)).map((log) => [log.attempt, log.status]), timeouts)
    .toEqual([[1, 'success']])
})

it('twenty hanging endpoints of four tenants do not delay a working one', async () => {
  const hanging = await openReceiver()
  hanging.respondWith(() => undefined)
  const tenants = await Promise.all(Array.from({ length: 4 }, makeTenant))
  for (const tenant of tenants) for (let count = 0; count < 5; count++) await addWebhook(tenant, hanging.url)
  const workingTenant = await makeTenant()
  await addWebhook(workingTenant, receiver.url)
  receiver.respondWith(204)
  worker = await startWorker(usedJobs)
  for (const tenant of tenants)
    for (const name of ['One', 'Two']) await addDocument({ ctx: ctxNow(tenant.ctx) }, { name })
  await expect.poll(() => hanging.received.length, timeouts).toBeGreaterThan(10)
  for (const name of ['One', 'Two', 'Three']) {
    const [began, before] = [performance.now(), receiver.received.length]
    await addDocument({ ctx: ctxNow(workingTenant.ctx) }, { name })
    await expect.poll(() => receiver.received.length, timeouts).toBe(before + 1)
    expect(performance.now() - began).toBeLessThan(5000)
    await sleep(6000)
  }
  await hanging.close()
}, 120_000)
