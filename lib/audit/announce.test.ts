import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { consumerOffsets, events } from '#db/schema/audit'
import { read, type Tx, write } from '#db/tenant'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { defineJob } from '#lib/jobs/define'
import { enqueue } from '#lib/jobs/enqueue'
import { startWorker } from '#lib/jobs/worker'
import { makeTenant } from '#lib/testing/tenant'
import { type Announcement, dispatch, type Listener } from './announce.ts'
import type { EventType } from './events.ts'
import { record } from './record.ts'
import type { RecordedEvent } from './trail.ts'

/** A listener that stores the events it handles in a table, so that a rollback undoes them. */
function scribe(
  name: string,
  eventTypes: EventType[] = ['process.created'],
  before = (_: RecordedEvent) => {},
) {
  const handled: number[] = []
  const listener: Listener = {
    name,
    eventTypes: eventTypes,
    async handle(tx, ctx, event) {
      before(event)
      await note(tx, ctx, name, event)
      handled.push(event.seq)
    },
  }
  return { listener, told: handled }
}

const note = (tx: Tx, ctx: Ctx, name: string, { seq }: RecordedEvent) =>
  tx
    .insert(consumerOffsets)
    .values({ tenantId: ctx.tenantId, consumer: `${name} did`, chain: String(seq), seq })

async function happened({ ctx }: { ctx: Ctx }, types: EventType[], process = 1): Promise<Announcement[]> {
  await write(ctx, async (tx) => {
    for (const type of types) await record(tx, ctx, { type, subject: { process } })
  })
  const rows = await read(ctx, (reader) =>
    reader
      .select({ id: events.id })
      .from(events)
      .where(eq(events.chain, `process:${process}`))
      .orderBy(asc(events.seq)),
  )
  return rows.map(({ id }) => ({ tenantId: ctx.tenantId, eventId: id }))
}

async function doneBy({ ctx }: { ctx: Ctx }, name: string): Promise<number[]> {
  const rows = await read(ctx, (reader) =>
    reader
      .select()
      .from(consumerOffsets)
      .where(eq(consumerOffsets.consumer, `${name} did`))
      .orderBy(asc(consumerOffsets.seq)),
  )
  return rows.map(({ seq }) => seq)
}

const three: EventType[] = ['process.created', 'process.created', 'process.created']

it('calls a listener once per event, for any number of repeated and concurrent jobs', async () => {
  const tenant = await makeTenant()
  const jobs = await happened(tenant, three)
  const { listener } = scribe('one')
  const runs = [...jobs, ...jobs, ...jobs].map((job) => dispatch(job, [listener], now()))
  await Promise.all(runs)
  expect(await doneBy(tenant, 'one')).toEqual([1, 2, 3])
})

it('delivers in the order of the chain, in any order of jobs', async () => {
  const tenant = await makeTenant()
  const [first, second, third] = await happened(tenant, three)
  const { listener, told: handled } = scribe('one')
  for (const job of [second!, third!, first!]) await dispatch(job, [listener], now())
  expect(handled).toEqual([1, 2, 3])
})

it('delivers only the listener’s event types, each chain separately', async () => {
  const tenant = await makeTenant()
  const one = await happened(tenant, ['process.created', 'process.sent', 'process.cancelled'])
  const other = await happened(tenant, ['process.sent'], 2)
  const { listener, told: handled } = scribe('one', ['process.sent', 'process.cancelled'])
  for (const job of [...other, ...one]) await dispatch(job, [listener], now())
  expect(handled).toEqual([1, 2, 3])
})

it('retries a failed event, rolls the failure back, and delays no other listener', async () => {
  const tenant = await makeTenant()
  const jobs = await happened(tenant, three)
  let broken = true
  const { listener: frail } = scribe('frail', ['process.created'], ({ seq }) => {
    if (broken && seq === 2) throw new Error('not now')
  })
  const { listener: firm } = scribe('firm')
  await expect(dispatch(jobs[2]!, [frail, firm], now())).rejects.toThrow('1 listeners failed.')
  expect([await doneBy(tenant, 'frail'), await doneBy(tenant, 'firm')]).toEqual([[], [1, 2, 3]])
  broken = false
  await dispatch(jobs[2]!, [frail, firm], now())
  expect([await doneBy(tenant, 'frail'), await doneBy(tenant, 'firm')]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
})

it('does not find events of another tenant', async () => {
  const [own, foreign] = [await makeTenant(), await makeTenant()]
  const [job] = await happened(foreign, ['process.created'])
  const { listener, told: handled } = scribe('one')
  await dispatch({ ...job!, tenantId: own.tenantId }, [listener], now())
  expect(handled).toEqual([])
})

it('is run by a worker for the jobs of `record`', async () => {
  const tenant = await makeTenant()
  const { listener } = scribe('worker')
  const worker = await startWorker({
    'audit.announce': defineJob<Announcement>({ handle: (job) => dispatch(job, [listener], now()) }),
  })
  const [job] = await happened(tenant, ['process.created'])
  await expect.poll(() => doneBy(tenant, 'worker'), { timeout: 10_000 }).toEqual([1])
  await write(tenant.ctx, (tx) => enqueue(tx, 'audit.announce', job!))
  await happened(tenant, ['process.created'])
  await expect.poll(() => doneBy(tenant, 'worker'), { timeout: 10_000 }).toEqual([1, 2])
  await worker.stop()
})

it('delivers urgent events first', async () => {
  const tenant = await makeTenant()
  for (let process = 10; process < 30; process++) await happened(tenant, ['process.created'], process)
  await happened(tenant, ['signature.otp_sent'], 30)
  const handled: string[] = []
  const listener: Listener = {
    name: 'patient',
    eventTypes: ['process.created', 'signature.otp_sent'],
    async handle(_tx, ctx, { type, chain }) {
      if (ctx.tenantId === tenant.tenantId) handled.push(`${type} ${chain}`)
    },
  }
  const worker = await startWorker({
    'audit.announce': defineJob<Announcement>({ handle: (job) => dispatch(job, [listener], now()) }),
  })
  await expect.poll(() => handled.length, { timeout: 20_000 }).toBe(21)
  await worker.stop()
  expect(handled[0]).toBe('signature.otp_sent process:30')
})
