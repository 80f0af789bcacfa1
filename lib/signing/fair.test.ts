import { afterAll, afterEach, expect, it } from 'vitest'
import { now } from '#lib/core/clock'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { addSentProcess, loadRows, openLink, typedSignature } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { enterSigning } from './enter.ts'
import { signingJobs } from './jobs.ts'
import { SignInput } from './schema.ts'
import { signProcess } from './sign.ts'

const COUNT = 16
let worker: Worker | null = null

afterEach(async () => {
  await worker?.stop(20_000)
})
afterAll(closeThreads)

const isPrepared = async (tenant: TestTenant, id: number) =>
  (await loadRows(tenant, id)).documents.every((document) => document.revision > 0)

const countPrepared = async (tenant: TestTenant, ids: number[]) =>
  (await Promise.all(ids.map((id) => isPrepared(tenant, id)))).filter(Boolean).length

async function sendMany(tenant: TestTenant): Promise<number[]> {
  const ids: number[] = []
  for (let count = 0; count < COUNT; count++) ids.push((await addSentProcess(tenant)).id)
  return ids
}

it('the process of one tenant does not wait for all processes of a busy tenant', async () => {
  const [busy, otherTenant] = [await makeTenant(), await makeTenant()]
  const busyProcessIds = await sendMany(busy)
  const { id } = await addSentProcess(otherTenant)
  worker = await startWorker(signingJobs)
  await expect.poll(() => isPrepared(otherTenant, id), { timeout: 60_000, interval: 10 }).toBe(true)
  expect(await countPrepared(busy, busyProcessIds)).toBeLessThan(COUNT / 2)
}, 90_000)

it('a signature does not wait until all documents of the same tenant are prepared', async () => {
  const tenant = await makeTenant()
  const { id, signers } = await addSentProcess(tenant)
  worker = await startWorker(signingJobs)
  await expect.poll(() => isPrepared(tenant, id), { timeout: 60_000 }).toBe(true)
  await worker.stop(20_000)
  const laterIds = await sendMany(tenant)
  const token = await openLink(tenant, signers[0]!.id)
  await signProcess(
    await enterSigning(token, { ...tenant.ctx, now: now() }),
    SignInput.parse(typedSignature()),
  )
  worker = await startWorker(signingJobs)
  const isEmbedded = async () => (await loadRows(tenant, id)).signers[0]!.embeddedAt !== null
  await expect.poll(isEmbedded, { timeout: 60_000, interval: 10 }).toBe(true)
  expect(await countPrepared(tenant, laterIds)).toBeLessThan(COUNT / 2)
}, 90_000)
