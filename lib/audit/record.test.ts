import { expect, it } from 'vitest'
import { write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { eventsOf } from '#lib/testing/ceremony'
import { addDraft } from '#lib/testing/records'
import { makeTenant } from '#lib/testing/tenant'
import { isChainIntact } from './chain.ts'
import { record } from './record.ts'

it('links concurrent events of one subject one after the other', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant)
  const event = { type: 'process.updated', subject: { process: id }, data: { process_id: id } } as const
  await Promise.all(Array.from({ length: 8 }, () => write(tenant.ctx, (tx) => record(tx, tenant.ctx, event))))
  const links = await eventsOf(tenant, id)
  expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 9 }, (_, index) => index + 1))
  expect(isChainIntact(links)).toBe(true)
})

it('never dates an event before the one that it follows', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant)
  const event = { type: 'process.updated', subject: { process: id }, data: { process_id: id } } as const
  const created = tenant.ctx.now
  for (const seconds of [60, 0, -18_000, 30, 120]) {
    const ctx = { ...tenant.ctx, now: addSeconds(created, seconds) }
    await write(ctx, (tx) => record(tx, ctx, event))
  }
  const links = await eventsOf(tenant, id)
  const seconds = links.slice(1).map(({ occurredAt }) => (occurredAt.getTime() - created.getTime()) / 1000)
  expect(seconds).toEqual([60, 60, 60, 60, 120])
  expect(isChainIntact(links)).toBe(true)
})
