import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { write } from '#db/tenant'
import { sender } from '#lib/jobs/boss'
import { closeThreads } from '#lib/pdf/pool'
import { remove } from '#lib/storage/files'
import { addAsked, eventsOf, rowsOf, work } from '#lib/testing/ceremony'
import { makeTenant } from '#lib/testing/tenant'
import { tellFault } from './advance.ts'
import { Rejected } from './judge.ts'
import { alone } from './work.ts'

afterAll(closeThreads)

const OURS = 'Something went wrong on our side. It is tried again.'

it('shows that it does not succeed, and nothing of our storage', async () => {
  const tenant = await makeTenant()
  const { id } = await addAsked(tenant)
  const { papers } = await rowsOf(tenant, id)
  await remove(tenant.tenantId, papers[0]!.currentSha256)
  await expect(work(tenant, { id })).rejects.toThrow('is missing')
  expect((await rowsOf(tenant, id)).process.sealError).toBe(OURS)
  const failed = (await eventsOf(tenant, id)).filter(({ type }) => type === 'process.seal_failed')
  expect(failed.map(({ data }) => data.reason)).toEqual([OURS])
})

it('waits for whoever is at work on the process: that is no fault, and it comes back', async () => {
  const tenant = await makeTenant()
  const { id } = await addAsked(tenant)
  const job = { tenantId: tenant.tenantId, processId: id }
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = alone(job, () => {
    held.resolve()
    return free.promise
  })
  await held.promise
  await work(tenant, { id })
  expect((await rowsOf(tenant, id)).process.sealError).toBeNull()
  expect((await eventsOf(tenant, id)).map(({ type }) => type)).not.toContain('process.seal_failed')
  const waiting = async () => {
    const { boss } = sender()
    const jobs = await (await boss).findJobs('signing.seal', { data: job })
    return jobs.filter(({ startAfter }) => startAfter.getTime() > Date.now())
  }
  expect(await waiting()).toHaveLength(1)
  free.resolve()
  await other
  await work(tenant, { id })
  expect((await rowsOf(tenant, id)).papers[0]?.revision).toBe(1)
})

it('shows nothing of our queries, but what the engines found', async () => {
  const tenant = await makeTenant()
  const job = { tenantId: tenant.tenantId, processId: (await addAsked(tenant)).id }
  const fault = await write(tenant.ctx, (tx) => tx.execute(sql`select 1 / 0`)).catch((error) => error)
  expect(fault.message).toContain('select')
  await tellFault(job, fault)
  expect((await rowsOf(tenant, job.processId)).process.sealError).toBe(OURS)
  await tellFault(job, new Rejected('The new revision is not valid: digest'))
  expect((await rowsOf(tenant, job.processId)).process.sealError).toContain('not valid: digest')
})
