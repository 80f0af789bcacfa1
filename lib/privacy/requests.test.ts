import { readdir } from 'node:fs/promises'
import { and, asc, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { database } from '#db/connection/client'
import { events } from '#db/schema/audit'
import { read, write } from '#db/tenancy/tenant'
import { closeSender, sender } from '#lib/jobs/boss'
import { deleteJob } from '#lib/jobs/boss-internals'
import { discardJob } from '#lib/operator/jobs'
import { stagingFolder } from '#lib/storage/store'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { runExport } from './export/run.ts'
import { changeRequest, findRequest, getRequest } from './find.ts'
import { privacyJobs } from './jobs.ts'
import { PRIVACY_QUEUE } from './queue.ts'
import { requestErasure, requestExport } from './request.ts'
import { runRequest } from './run.ts'

const email = 'ada@example.com'
const makers = [
  ['export', requestExport],
  ['erasure', requestErasure],
] as const
let tenant: TestTenant
beforeEach(async () => {
  tenant = await makeTenant()
})
afterAll(closeSender)

const listJobs = async () => {
  const jobs = await database().execute<{ id: string; requestId: number }>(sql`
    select id, (data ->> 'requestId')::int as "requestId" from pgboss.job
    where name = ${PRIVACY_QUEUE} and data ->> 'tenantId' = ${String(tenant.tenantId)} and state <= 'active'`)
  return [...jobs]
}
const listStops = () =>
  read(tenant.ctx, (reader) =>
    reader
      .select({ type: events.type, actor: events.actor, data: events.data })
      .from(events)
      .where(and(eq(events.tenantId, tenant.tenantId), like(events.type, 'privacy.%')))
      .orderBy(asc(events.id)),
  )

describe('the discarded job', () => {
  it.each(makers)(
    'of an %s that waits or runs ends it with the reason; the next one starts from the beginning',
    async (type, make) => {
      const reason = 'The operator of this installation has discarded the request. Make it again.'
      for (const status of ['pending', 'running'] as const) {
        const { id } = await make(tenant.ctx, { email })
        await write(tenant.ctx, (tx) => changeRequest(tx, tenant.ctx, id, { status }))
        const [job] = await listJobs()
        expect(await discardJob(job!.id)).toBe(true)
        expect(await getRequest(tenant.ctx, id)).toMatchObject({
          ...{ status: 'blocked', stop_reason: reason },
          completed_at: expect.any(String),
        })
        expect((await listStops()).at(-1)).toMatchObject({
          type: type === 'export' ? 'privacy.export_stopped' : 'privacy.erasure_blocked',
          actor: { type: 'system', job: 'operator' },
          data: { request_id: id, reason },
        })
      }
      const next = await make(tenant.ctx, { email })
      expect(await listJobs()).toMatchObject([{ requestId: next.id }])
      await runRequest({ tenantId: tenant.tenantId, requestId: next.id })
      expect(await getRequest(tenant.ctx, next.id)).toMatchObject({ status: 'completed', stop_reason: null })
    },
  )

  it('of a request that has ended changes nothing', async () => {
    const { id } = await requestExport(tenant.ctx, { email })
    await runRequest({ tenantId: tenant.tenantId, requestId: id })
    const [job] = await listJobs()
    expect(await discardJob(job!.id)).toBe(true)
    expect(await getRequest(tenant.ctx, id)).toMatchObject({ status: 'completed', stop_reason: null })
  })
})

it('an open request without a job gets one, and only one', async () => {
  const resume = () =>
    privacyJobs['privacy.expire']!.handle({}, { id: '', attempt: 0, signal: AbortSignal.timeout(60_000) })
  const ended = await requestExport(tenant.ctx, { email })
  const open = await requestErasure(tenant.ctx, { email })
  await runRequest({ tenantId: tenant.tenantId, requestId: ended.id })
  await resume()
  const before = await listJobs()
  expect(before).toHaveLength(2)
  for (const { id } of before) await deleteJob(id)
  await resume()
  await resume()
  expect(await listJobs()).toMatchObject([{ requestId: open.id }])
  const boss = await sender().boss
  const [job] = await listJobs()
  await database().execute(sql`update pgboss.job set state = 'active' where id = ${job!.id}::uuid`)
  await resume()
  expect(await listJobs()).toEqual([job])
  await boss.fail(PRIVACY_QUEUE, job!.id)
  await resume()
  expect(await listJobs()).toEqual([job])
})

it('an export that is too large ends with the reason, and leaves no file', async () => {
  const { id } = await requestExport(tenant.ctx, { email })
  const row = await read(tenant.ctx, (reader) => findRequest(reader, tenant.ctx, id))
  const staged = await readdir(stagingFolder())
  await runExport(tenant.ctx, row, 10)
  expect(await getRequest(tenant.ctx, id)).toMatchObject({
    status: 'blocked',
    stop_reason: expect.stringMatching(
      /^The data of this person is larger than \S+ GB, the limit of an export\./,
    ),
    download_url: null,
  })
  expect(await readdir(stagingFolder())).toEqual(staged)
  expect((await listStops()).at(-1)).toMatchObject({
    type: 'privacy.export_stopped',
    data: { request_id: id },
  })
  expect((await requestExport(tenant.ctx, { email })).id).toBeGreaterThan(id)
})
