import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { database } from '#db/connection/client'
import { consumerOffsets, events } from '#db/schema/audit'
import { webhooks } from '#db/schema/webhooks'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { defineJob } from '#lib/jobs/define'
import { enqueue } from '#lib/jobs/enqueue'
import { startWorker } from '#lib/jobs/worker'
import { listAnnouncements } from '#lib/testing/records/announcements'
import { makeTenant } from '#lib/testing/users/tenant'
import { dispatch, type Listener } from './announce.ts'
import type { Announcement } from './announcement.ts'
import type { EventType } from './events.ts'
import { record } from './record.ts'
import type { RecordedEvent } from './trail.ts'

/** A listener that stores the events it handles in a table, so that a rollback undoes them. */
function storingListener(
  name: string,
  eventTypes: EventType[] = ['process.refused'],
  beforeStoring = (_: RecordedEvent) => {},
) {
  const handled: number[] = []
  const listener: Listener = {
    name,
    eventTypes,
    async handle(tx, ctx, newEvents) {
      for (const event of newEvents) {
        beforeStoring(event)
        await storeHandled(tx, ctx, name, event)
        handled.push(event.seq)
      }
    },
  }
  return { listener, handled }
}

const storeHandled = (tx: Tx, ctx: Ctx, name: string, { seq }: RecordedEvent) =>
  tx
    .insert(consumerOffsets)
    .values({ tenantId: ctx.tenantId, consumer: `handled by ${name}`, chain: String(seq), seq })

async function recordEvents({ ctx }: { ctx: Ctx }, types: EventType[], process = 1): Promise<Announcement[]> {
  await write(ctx, async (tx) => {
    for (const type of types) await record(tx, ctx, { type, subject: { process } })
  })
  const announcements = await listAnnouncements(ctx)
  return announcements.filter(({ chain }) => chain === `process:${process}`)
}

async function storedBy({ ctx }: { ctx: Ctx }, name: string): Promise<number[]> {
  const rows = await read(ctx, (reader) =>
    reader
      .select()
      .from(consumerOffsets)
      .where(eq(consumerOffsets.consumer, `handled by ${name}`))
      .orderBy(asc(consumerOffsets.seq)),
  )
  return rows.map(({ seq }) => seq)
}

const threeRefused: EventType[] = ['process.refused', 'process.refused', 'process.refused']

it('calls a listener once per event, also when jobs are repeated and concurrent', async () => {
  const tenant = await makeTenant()
  const jobs = await recordEvents(tenant, threeRefused)
  const { listener } = storingListener('one')
  const runs = [...jobs, ...jobs, ...jobs].map((job) => dispatch(job, [listener], now()))
  await Promise.all(runs)
  expect(await storedBy(tenant, 'one')).toEqual([1, 2, 3])
})

it('calls a listener in the order of the chain, for any order of jobs', async () => {
  const tenant = await makeTenant()
  const [first, second, third] = await recordEvents(tenant, threeRefused)
  const { listener, handled } = storingListener('one')
  for (const job of [second!, third!, first!]) await dispatch(job, [listener], now())
  expect(handled).toEqual([1, 2, 3])
})

it('calls a listener for its event types only, each chain separately', async () => {
  const tenant = await makeTenant()
  const firstChain = await recordEvents(tenant, ['process.refused', 'process.sent', 'process.cancelled'])
  const secondChain = await recordEvents(tenant, ['process.sent'], 2)
  const { listener, handled } = storingListener('one', ['process.sent', 'process.cancelled'])
  for (const job of [...secondChain, ...firstChain]) await dispatch(job, [listener], now())
  expect(handled).toEqual([1, 2, 3])
})

it('dispatches a job of versions before the first release, which names the event only', async () => {
  const tenant = await makeTenant()
  await recordEvents(tenant, threeRefused)
  const { tenantId } = tenant
  const rows = await read(tenant.ctx, (reader) => reader.select().from(events).where(eq(events.seq, 2)))
  const { listener, handled } = storingListener('one')
  await dispatch(
    { tenantId, eventId: rows.find(({ chain }) => chain === 'process:1')!.id },
    [listener],
    now(),
  )
  expect(handled).toEqual([1, 2])
  await dispatch({ tenantId, eventId: 2 ** 40 }, [listener], now())
  expect(handled).toEqual([1, 2])
})

it('rolls back and retries when a listener fails, and does not delay the others', async () => {
  const tenant = await makeTenant()
  const jobs = await recordEvents(tenant, threeRefused)
  let isFailing = true
  const { listener: failing } = storingListener('failing', ['process.refused'], ({ seq }) => {
    if (isFailing && seq === 2) throw new Error('not now')
  })
  const { listener: working } = storingListener('working')
  await expect(dispatch(jobs[2]!, [failing, working], now())).rejects.toThrow('1 listeners failed.')
  expect([await storedBy(tenant, 'failing'), await storedBy(tenant, 'working')]).toEqual([[], [1, 2, 3]])
  isFailing = false
  await dispatch(jobs[2]!, [failing, working], now())
  expect([await storedBy(tenant, 'failing'), await storedBy(tenant, 'working')]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
})

it('calls all listeners in one transaction', async () => {
  const tenant = await makeTenant()
  const [job] = await recordEvents(tenant, ['process.refused'])
  const transactions = new Set<string>()
  const listeners = ['one', 'two'].map((name) => ({
    name,
    eventTypes: ['process.refused'] as const,
    async handle(tx: Tx) {
      const [row] = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
      transactions.add(row!.id)
    },
  }))
  await dispatch(job!, listeners, now())
  expect(transactions.size).toBe(1)
})

it('leaves the events of a newer version to its worker, and goes on without them after an hour', async () => {
  const tenant = await makeTenant()
  const unknown = 'process.of_a_newer_version' as EventType
  const [known] = await recordEvents(tenant, ['process.refused'])
  const { listener } = storingListener('older')
  await recordEvents(tenant, [unknown])
  const newest = { ...known!, seq: 2, types: [unknown] }
  const [later] = (await recordEvents(tenant, ['process.refused'])).slice(-1)
  for (const job of [newest, later!]) await expect(dispatch(job, [listener], now())).rejects.toThrow()
  expect(await storedBy(tenant, 'older')).toEqual([])
  await dispatch(later!, [listener], addSeconds(now(), 3700))
  expect(await storedBy(tenant, 'older')).toEqual([1, 3])
})

it('does not find events of another tenant', async () => {
  const [newTenant, otherTenant] = [await makeTenant(), await makeTenant()]
  const [job] = await recordEvents(otherTenant, ['process.refused'])
  const { listener, handled } = storingListener('one')
  await dispatch({ ...job!, tenantId: newTenant.tenantId }, [listener], now())
  expect(handled).toEqual([])
})

it('is called by a worker for the jobs that `record` enqueues', async () => {
  const tenant = await makeTenant()
  const { listener } = storingListener('worker')
  const worker = await startWorker({
    'audit.announce': defineJob<Announcement>({
      handle: (job) => dispatch(job, [listener], now()),
    }),
  })
  const [job] = await recordEvents(tenant, ['process.refused'])
  await expect.poll(() => storedBy(tenant, 'worker'), { timeout: 10_000 }).toEqual([1])
  await write(tenant.ctx, (tx) => enqueue(tx, 'audit.announce', job!))
  await recordEvents(tenant, ['process.refused'])
  await expect.poll(() => storedBy(tenant, 'worker'), { timeout: 10_000 }).toEqual([1, 2])
  await worker.stop()
})

it('is told once about all events of a transaction, and not about those that no listener handles', async () => {
  const tenant = await makeTenant()
  const announced: Announcement[] = []
  const worker = await startWorker({
    'audit.announce': defineJob<Announcement>({
      handle: async (job) => void (job.tenantId === tenant.tenantId && announced.push(job)),
    }),
  })
  await recordEvents(tenant, [
    ...(['process.sent', 'process.created', 'signature.otp_sent'] as const),
    ...(['process.prepared', 'process.voided'] as const),
  ])
  await recordEvents(tenant, ['process.created'], 2)
  await recordEvents(tenant, ['process.refused'], 3)
  await expect.poll(() => announced, { timeout: 10_000 }).toHaveLength(2)
  await worker.stop()
  // `process.sent` only webhooks get, of which the tenant has none.
  const types = ['signature.otp_sent', 'process.voided']
  expect(announced).toEqual([
    { tenantId: tenant.tenantId, chain: 'process:1', seq: 5, types },
    { tenantId: tenant.tenantId, chain: 'process:3', seq: 1, types: ['process.refused'] },
  ])
})

it('is called for urgent events first', async () => {
  const tenant = await makeTenant()
  for (let process = 10; process < 30; process++) await recordEvents(tenant, ['process.refused'], process)
  await recordEvents(tenant, ['signature.otp_sent'], 30)
  const handled: string[] = []
  const listener: Listener = {
    name: 'orderly',
    eventTypes: ['process.refused', 'signature.otp_sent'],
    async handle(_tx, ctx, newEvents) {
      if (ctx.tenantId === tenant.tenantId)
        handled.push(...newEvents.map(({ type, chain }) => `${type} ${chain}`))
    },
  }
  const worker = await startWorker({
    'audit.announce': defineJob<Announcement>({
      handle: (job) => dispatch(job, [listener], now()),
    }),
  })
  await expect.poll(() => handled.length, { timeout: 20_000 }).toBe(21)
  await worker.stop()
  expect(handled[0]).toBe('signature.otp_sent process:30')
})

it.each<[type: EventType, subscription: string]>([
  ['signature.viewed', '*'],
  ['process.created', 'audit.*'],
])(
  'gets %s, which only webhooks get, where the tenant has an active webhook with %s',
  async (type, subscription) => {
    const tenant = await makeTenant()
    const countJobs = async () => {
      await recordEvents(tenant, [type])
      const [row] = await database().execute<{ count: number }>(sql`
      select count(*)::int as count from pgboss.job
      where name = 'audit.announce' and data ->> 'tenantId' = ${String(tenant.tenantId)}`)
      return row!.count
    }
    expect(await countJobs()).toBe(0)
    const { id } = await write(tenant.ctx, async (tx) => {
      const values = {
        tenantId: tenant.tenantId,
        url: 'https://example.com',
        events: [subscription],
        active: true,
      }
      const secret = { secret: new Uint8Array(), activeSince: now(), createdAt: now() }
      const [row] = await tx
        .insert(webhooks)
        .values({ ...values, ...secret })
        .returning()
      return row!
    })
    expect(await countJobs()).toBe(1)
    await write(tenant.ctx, (tx) => tx.update(webhooks).set({ active: false }).where(eq(webhooks.id, id)))
    expect(await countJobs()).toBe(1)
  },
)
