import { afterAll, afterEach, expect, it } from 'vitest'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { addSentProcess, loadRows } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { signingJobs } from './jobs.ts'

const COUNT = 16
let worker: Worker | null = null

afterEach(async () => {
  await worker?.stop(20_000)
})
afterAll(closeThreads)

const isPrepared = async (tenant: TestTenant, id: number) =>
  (await loadRows(tenant, id)).documents.every((document) => document.revision > 0)

it('the process of one tenant does not wait for all processes of a busy tenant', async () => {
  const [busy, otherTenant] = [await makeTenant(), await makeTenant()]
  const busyProcessIds: number[] = []
  for (let count = 0; count < COUNT; count++) busyProcessIds.push((await addSentProcess(busy)).id)
  const { id } = await addSentProcess(otherTenant)
  worker = await startWorker(signingJobs)
  await expect.poll(() => isPrepared(otherTenant, id), { timeout: 60_000, interval: 10 }).toBe(true)
  const prepared = await Promise.all(busyProcessIds.map((processId) => isPrepared(busy, processId)))
  expect(prepared.filter(Boolean).length).toBeLessThan(COUNT / 2)
}, 90_000)
