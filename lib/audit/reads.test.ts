import { asc } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { connect } from '#db/connection/client'
import { events } from '#db/schema/audit'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { flushReads, recordRead } from './reads.ts'

const getRead = (id: number, part = 'document') =>
  ({ type: 'vault.downloaded', subject: { vaultDocument: id }, data: { part } }) as const
const recordedReads = async ({ ctx }: TestTenant) =>
  (await read(ctx, (reader) => reader.select().from(events).orderBy(asc(events.id)))).filter(
    ({ type }) => type === 'vault.downloaded',
  )

it('records reads with actor, time and address; several reads of one record once', async () => {
  const [tenant, otherTenant] = [await makeTenant(), await makeTenant()]
  const ctxFrom = (address: string, now = new Date('2026-11-05T10:00:00Z')): Ctx => ({
    ...tenant.ctx,
    address,
    now,
  })
  recordRead(ctxFrom('203.0.113.9'), getRead(2))
  recordRead(ctxFrom('203.0.113.9', new Date('2026-11-05T10:00:01Z')), getRead(2))
  recordRead(ctxFrom('203.0.113.9'), getRead(2, 'package'))
  recordRead(ctxFrom('203.0.113.10'), getRead(1))
  recordRead(otherTenant.ctx, getRead(2))
  expect(await recordedReads(tenant)).toEqual([])
  await flushReads()
  const reads = await recordedReads(tenant)
  expect(reads.map(({ chain, seq, address, data }) => [chain, seq, address, data])).toEqual([
    ['vaultDocument:2', 1, '203.0.113.9', { part: 'document' }],
    ['vaultDocument:2', 2, '203.0.113.9', { part: 'package' }],
    ['vaultDocument:1', 1, '203.0.113.10', { part: 'document' }],
  ])
  expect(reads[0]).toMatchObject({
    occurredAt: new Date('2026-11-05T10:00:00Z'),
    actor: { type: 'user', id: tenant.user.id },
    requestId: tenant.ctx.requestId,
  })
  expect(await recordedReads(otherTenant)).toHaveLength(1)
  recordRead(ctxFrom('203.0.113.9'), getRead(2))
  await flushReads()
  expect(await recordedReads(tenant)).toHaveLength(4)
})

it('writes the reads later when the database fails', async () => {
  const tenant = await makeTenant()
  const owner = connect(env().databaseUrl!, { max: 1 })
  recordRead(tenant.ctx, getRead(7))
  await owner`alter table events rename to events_gone`
  await flushReads()
  await owner`alter table events_gone rename to events`
  await owner.end()
  await flushReads()
  expect(await recordedReads(tenant)).toHaveLength(1)
})

it('gives up a read whose values cannot be stored, and writes the others', async () => {
  const tenant = await makeTenant()
  const error = vi.spyOn(log(), 'error').mockReturnValue()
  recordRead(tenant.ctx, getRead(5, '\u0000'))
  recordRead(tenant.ctx, getRead(6))
  for (let flush = 0; flush < 2; flush++) await flushReads()
  expect((await recordedReads(tenant)).map(({ chain }) => chain)).toEqual(['vaultDocument:6'])
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
})

it('waits for a flush that is already running', async () => {
  const tenant = await makeTenant()
  recordRead(tenant.ctx, getRead(9))
  const first = flushReads()
  await flushReads()
  expect(await recordedReads(tenant)).toHaveLength(1)
  await first
})
