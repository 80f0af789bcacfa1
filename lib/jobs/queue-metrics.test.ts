import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { connect, database } from '#db/connection/client'
import { write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { registry } from '#lib/core/runtime/metrics'
import { countJobs, oldestWaitingAt } from './boss-internals.ts'
import { enqueue } from './enqueue.ts'
import { registerQueueMetrics } from './queue-metrics.ts'

const QUEUE = 'test.queue-metrics'

it('counts the jobs of a queue by state, and says how long the oldest could have run, or has failed', async () => {
  for (let index = 0; index < 6; index++) await write({ tenantId: 0 }, (tx) => enqueue(tx, QUEUE, { index }))
  const set = (index: number, change: string) =>
    database().execute(
      sql`update pgboss.job_common set ${sql.raw(change)} where name = ${QUEUE} and data->>'index' = ${String(index)}`,
    )
  await set(0, "start_after = now() - interval '1 hour'")
  await set(1, "state = 'retry', start_after = now() - interval '1 second'")
  await set(2, "start_after = now() + interval '1 hour'")
  const created = (hours: number) => `created_on = now() - interval '${hours} hours'`
  await set(3, `state = 'retry', start_after = now() + interval '5 minutes', ${created(2)}`)
  await set(4, `state = 'active', retry_count = 7, ${created(3)}`)
  await set(5, created(4))
  registerQueueMetrics()
  const text = await registry.metrics()
  const states = [
    ...text.matchAll(new RegExp(`paraph_queue_jobs\\{queue="${QUEUE}",state="(\\w+)"\\} (\\d+)`, 'g')),
  ]
  expect(states.map(([, state, count]) => `${state} ${count}`).toSorted()).toEqual([
    'active 1',
    'backoff 1',
    'delayed 1',
    'retry 1',
    'waiting 2',
  ])
  const read = (name: string) =>
    Number(new RegExp(`paraph_${name}\\{queue="${QUEUE}"\\} ([\\d.]+)`).exec(text)![1])
  expect(read('queue_oldest_seconds')).toBeGreaterThanOrEqual(3600)
  expect(read('queue_failing_seconds') / 3600).toBeCloseTo(3)
  await database().execute(sql`delete from pgboss.job_common where name = ${QUEUE}`)
})

it.each(['active', 'retry', 'failed'])(
  'counts a job as blocked while one with its key is %s',
  async (state) => {
    const queue = `test.blocked.${state}`
    const add = () => write({ tenantId: 0 }, (tx) => enqueue(tx, queue, {}, { singletonKey: 'process:1' }))
    await add()
    await database().execute(
      sql`update pgboss.job_common set state = ${state}, start_after = now() + interval '1 hour' where name = ${queue}`,
    )
    await add()
    await database().execute(
      sql`update pgboss.job_common set start_after = now() - interval '1 hour' where name = ${queue} and state = 'created'`,
    )
    const states = (await countJobs()).filter((row) => row.queue === queue).map((row) => row.state)
    expect(states).toContain('blocked')
    expect(states).not.toContain('waiting')
    const [row] = await database().execute<{ at: Date | null }>(sql`select ${oldestWaitingAt} as at`)
    expect(row!.at === null || Date.now() - new Date(row!.at).getTime() < 1_800_000).toBe(true)
    await database().execute(sql`delete from pgboss.job_common where name = ${queue}`)
  },
)

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** How many rows a statement visits, over all loops. */
function countVisits({ Plans = [], ...node }: PlanNode): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return Plans.reduce((sum, child) => sum + countVisits(child), rows * node['Actual Loops'])
}

it('looks for the job that comes first by its key, and not among all jobs of the queue', async () => {
  const queue = 'test.backlog'
  const count = 3000
  await write({ tenantId: 0 }, (tx) => enqueue(tx, queue, {}, { singletonKey: 'webhook:0' }))
  const owner = connect(env().databaseUrl!, { max: 1 })
  await owner`
    insert into pgboss.job_common (name, policy, singleton_key)
    select name, policy, 'webhook:' || n from pgboss.job_common, generate_series(1, ${count}) n where name = ${queue}`
  await owner`analyze pgboss.job_common`
  const [row] = await database().execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (analyze, format json) select ${oldestWaitingAt}`,
  )
  await owner`delete from pgboss.job_common where name = ${queue}`
  await owner.end()
  expect(countVisits(row!['QUERY PLAN'][0].Plan)).toBeLessThan(10 * count)
})
