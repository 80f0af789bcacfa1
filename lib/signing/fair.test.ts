import { afterAll, afterEach, expect, it } from 'vitest'
import { write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import type { JobDefinition } from '#lib/jobs/define'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { enqueueRevisions, enqueueSignature, REVISION_QUEUE } from '#lib/processes/revision-queue'
import { addSentProcess, loadRows, openLink, typedSignature } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { enterSigning } from './enter.ts'
import { signingJobs } from './jobs.ts'
import type { RevisionJob } from './revisions/context.ts'
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

/** Enqueues jobs of processes that do not exist, of a tenant that does not. */
const enqueueAll = (tenantId: number, how: typeof enqueueRevisions, count: number, from = 0) =>
  write({ tenantId }, async (tx) => {
    for (let n = from; n < from + count; n++) await how(tx, { tenantId }, tenantId * COUNT + n)
  })

/** Runs their jobs with `handle` in place of the work. @returns their tenants, in the order of their starts */
async function recordStarts(
  handle: (tenantId: number) => Promise<void>,
  limits: Partial<JobDefinition> = {},
) {
  const started: number[] = []
  worker = await startWorker({
    [REVISION_QUEUE]: {
      ...signingJobs[REVISION_QUEUE],
      ...limits,
      handle: async (data) => {
        const { tenantId } = data as RevisionJob
        if (tenantId < 9000) return
        started.push(tenantId)
        await handle(tenantId)
      },
    },
  })
  return started
}

it('what a tenant sends does not wait for the signatures of others', async () => {
  for (const tenantId of [9001, 9002]) await enqueueAll(tenantId, enqueueSignature, 6)
  await enqueueAll(9003, enqueueRevisions, 2)
  const started = await recordStarts(async () => {}, { concurrency: 1, concurrencyOfGroup: 1 })
  await expect.poll(() => started.length, { timeout: 20_000 }).toBe(14)
  expect(started.slice(0, 6).toSorted()).toEqual([9001, 9001, 9002, 9002, 9003, 9003])
}, 30_000)

it('a tenant whose signatures and documents hang leaves a place to others', async () => {
  const release = Promise.withResolvers<void>()
  await enqueueAll(9004, enqueueSignature, 6)
  await enqueueAll(9004, enqueueRevisions, 6, 6)
  const started = await recordStarts((tenantId) => (tenantId === 9004 ? release.promise : Promise.resolve()))
  await expect.poll(() => started.length, { timeout: 20_000 }).toBe(4)
  await enqueueAll(9005, enqueueRevisions, 1)
  await expect.poll(() => started, { timeout: 20_000 }).toEqual([9004, 9004, 9004, 9004, 9005])
  release.resolve()
  await expect.poll(() => started.length, { timeout: 20_000 }).toBe(13)
}, 60_000)
