import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { connect } from '#db/client'
import { events } from '#db/schema/audit'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { flushReads, recordRead } from './reads.ts'

const count = (id: number, part = 'document') =>
  ({ type: 'vault.downloaded', subject: { vaultDocument: id }, data: { part } }) as const
const onRecord = async ({ ctx }: TestTenant) =>
  (await read(ctx, (reader) => reader.select().from(events).orderBy(asc(events.id)))).filter(
    ({ type }) => type === 'vault.downloaded',
  )

it('records each tenant’s reads with actor, time and address, partial reads once', async () => {
  const [one, other] = [await makeTenant(), await makeTenant()]
  const from = (address: string, now = new Date('2026-11-05T10:00:00Z')): Ctx => ({
    ...one.ctx,
    address,
    now,
  })
  recordRead(from('203.0.113.9'), count(2))
  recordRead(from('203.0.113.9', new Date('2026-11-05T10:00:01Z')), count(2))
  recordRead(from('203.0.113.9'), count(2, 'package'))
  recordRead(from('203.0.113.10'), count(1))
  recordRead(other.ctx, count(2))
  expect(await onRecord(one)).toEqual([])
  await flushReads()
  const own = await onRecord(one)
  expect(own.map(({ chain, seq, address, data }) => [chain, seq, address, data])).toEqual([
    ['vaultDocument:2', 1, '203.0.113.9', { part: 'document' }],
    ['vaultDocument:2', 2, '203.0.113.9', { part: 'package' }],
    ['vaultDocument:1', 1, '203.0.113.10', { part: 'document' }],
  ])
  expect(own[0]).toMatchObject({
    occurredAt: new Date('2026-11-05T10:00:00Z'),
    actor: { type: 'user', id: one.user.id },
    requestId: one.ctx.requestId,
  })
  expect(await onRecord(other)).toHaveLength(1)
  recordRead(from('203.0.113.9'), count(2))
  await flushReads()
  expect(await onRecord(one)).toHaveLength(4)
})

it('loses nothing while the database is unreachable', async () => {
  const tenant = await makeTenant()
  const owner = connect(env().databaseUrl!, { max: 1 })
  recordRead(tenant.ctx, count(7))
  await owner`alter table events rename to events_gone`
  await flushReads()
  await owner`alter table events_gone rename to events`
  await owner.end()
  await flushReads()
  expect(await onRecord(tenant)).toHaveLength(1)
})

it('waits for a flush that is already running', async () => {
  const tenant = await makeTenant()
  recordRead(tenant.ctx, count(9))
  const first = flushReads()
  await flushReads()
  expect(await onRecord(tenant)).toHaveLength(1)
  await first
})
