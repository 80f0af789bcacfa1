import { expect, it, vi } from 'vitest'
import { chainHeads } from '#db/schema/audit'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { updateProcess } from '#lib/processes/update'
import { updateTemplate } from '#lib/templates/update'
import { addDraft, addTemplate } from '#lib/testing/records/records'
import { loadEvents } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { isChainIntact } from './chain.ts'
import type { Subject } from './events.ts'
import { endOldVisits, record } from './record.ts'
import { findTrail } from './trail.ts'

it('chains concurrent events of one subject one after the other', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant)
  const event = { type: 'process.updated', subject: { process: id }, data: { process_id: id } } as const
  await Promise.all(Array.from({ length: 8 }, () => write(tenant.ctx, (tx) => record(tx, tenant.ctx, event))))
  const events = await loadEvents(tenant, id)
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 9 }, (_, index) => index + 1))
  expect(isChainIntact(events)).toBe(true)
})

it('locks a chain once in a transaction with several events', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant)
  const event = { type: 'process.updated', subject: { process: id }, data: { process_id: id } } as const
  const lockedChains = await write(tenant.ctx, async (tx) => {
    const insert = vi.spyOn(tx, 'insert')
    for (let count = 0; count < 3; count++) await record(tx, tenant.ctx, event)
    return insert.mock.calls.filter(([table]) => table === chainHeads).length
  })
  expect(lockedChains).toBe(1)
  const events = await loadEvents(tenant, id)
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(isChainIntact(events)).toBe(true)
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
  const events = await loadEvents(tenant, id)
  const seconds = events.slice(1).map(({ occurredAt }) => (occurredAt.getTime() - created.getTime()) / 1000)
  expect(seconds).toEqual([60, 60, 60, 60, 120])
  expect(isChainIntact(events)).toBe(true)
})

/** The events in the chain, without an end of the visit. */
const getRecorded = ({ ctx }: TestTenant, subject: Subject) =>
  read(ctx, (reader) => findTrail(reader, ctx, subject))

it('records the visit of a draft or template that is left alone, after the pause', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant)
  const template = await addTemplate(tenant)
  await updateProcess(tenant.ctx, id, { name: 'Changed' })
  await updateTemplate(tenant.ctx, template.id, { name: 'Changed' }, null)
  const recorded = async () =>
    (
      await Promise.all([{ process: id }, { template: template.id }].map((of) => getRecorded(tenant, of)))
    ).map((events) => events.map(({ type }) => type))
  await endOldVisits(addSeconds(tenant.ctx.now, 29 * 60))
  expect(await recorded()).toEqual([['process.created'], ['template.created']])
  await endOldVisits(addSeconds(tenant.ctx.now, 31 * 60))
  const expected = [
    ['process.created', 'process.updated'],
    ['template.created', 'template.updated'],
  ]
  expect(await recorded()).toEqual(expected)
  await endOldVisits(addSeconds(tenant.ctx.now, 62 * 60))
  expect(await recorded()).toEqual(expected)
})

it('ends a visit after eight hours, also that of a client that never pauses', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant)
  for (let minutes = 0; minutes <= 500; minutes += 20) {
    const ctx = { ...tenant.ctx, now: addSeconds(tenant.ctx.now, minutes * 60) }
    await updateProcess(ctx, id, { name: `After ${minutes} minutes` })
    await endOldVisits(ctx.now)
  }
  const [, visit, ...later] = await getRecorded(tenant, { process: id })
  expect(later).toEqual([])
  expect(visit!.occurredAt).toEqual(addSeconds(tenant.ctx.now, 480 * 60))
  expect(visit!.data.since).toBe(tenant.ctx.now.toISOString())
})
