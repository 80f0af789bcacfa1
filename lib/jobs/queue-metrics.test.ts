import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { database } from '#db/connection/client'
import { write } from '#db/tenancy/tenant'
import { registry } from '#lib/core/runtime/metrics'
import { enqueue } from './enqueue.ts'
import { registerQueueMetrics } from './queue-metrics.ts'

const QUEUE = 'test.queue-metrics'

it('counts the jobs of a queue by state, and says for how long the oldest could have run', async () => {
  for (let index = 0; index < 4; index++) await write({ tenantId: 0 }, (tx) => enqueue(tx, QUEUE, { index }))
  const set = (index: number, change: string) =>
    database().execute(
      sql`update pgboss.job_common set ${sql.raw(change)} where name = ${QUEUE} and data->>'index' = ${String(index)}`,
    )
  await set(0, "start_after = now() - interval '1 hour'")
  await set(1, "state = 'retry', start_after = now() - interval '1 second'")
  await set(2, "start_after = now() + interval '1 hour'")
  registerQueueMetrics()
  const text = await registry.metrics()
  const states = [
    ...text.matchAll(new RegExp(`paraph_queue_jobs\\{queue="${QUEUE}",state="(\\w+)"\\} (\\d+)`, 'g')),
  ]
  expect(states.map(([, state, count]) => `${state} ${count}`).toSorted()).toEqual([
    'delayed 1',
    'retry 1',
    'waiting 2',
  ])
  const [, oldest] = new RegExp(`paraph_queue_oldest_seconds\\{queue="${QUEUE}"\\} ([\\d.]+)`).exec(text)!
  expect(Number(oldest)).toBeGreaterThanOrEqual(3600)
  await database().execute(sql`delete from pgboss.job_common where name = ${QUEUE}`)
})
