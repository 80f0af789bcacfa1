import { sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import type { Tx } from '#db/tenant'
import { highestPriority, PRIORITY_STEP, type Priority, queueDefaults, STRICT_FIFO, sender } from './boss.ts'

export interface EnqueueOptions {
  /** Jobs of one queue and key run one after the other, in order; a queue has keys on all its jobs or on none. */
  singletonKey?: string
  /** Not before this instant. */
  startAfter?: Date
  /** 2: a user is waiting, 1: expected soon, 0 (default): the rest. */
  priority?: Priority
  /** Groups take turns; by default the tenant of the data. */
  group?: string
  /** The number of retries; unlimited by default. */
  retryLimit?: number
}

/**
 * Enqueues a job in the transaction `tx`: it exists if and only if the transaction commits. Workers are notified
 * immediately. A job may run more than once (a worker may die after its work), so handlers must be idempotent.
 */
export async function enqueue(
  tx: Tx,
  queue: string,
  data: object,
  options: EnqueueOptions = {},
): Promise<void> {
  const { boss, policies } = sender()
  const started = await boss
  let policy = policies.get(queue)
  if (!policy) {
    policy = policyOf(started, queue, options)
    policies.set(queue, policy)
    policy.catch(() => policies.delete(queue))
  }
  if ((await policy) === STRICT_FIFO ? !options.singletonKey : options.singletonKey) {
    throw new Error(`Every job of the queue ${queue} has a singletonKey, or none has: it is ${await policy}.`)
  }
  const { priority = 0, group = groupOf(data, priority), ...rest } = options
  const turn = group ? await turnOf(tx, queue, group, priority) : highestPriority(priority)
  await started.send(queue, data, {
    ...rest,
    priority: turn,
    ...(group && { group: { id: group } }),
    db: fromDrizzle(tx, sql),
  })
}

/** Urgent jobs are a group of their own, so that the tenant's other jobs do not delay them. */
function groupOf(data: object, priority: Priority): string | null {
  if (!('tenantId' in data)) return null
  return priority === 2 ? `${data.tenantId}:awaited` : String(data.tenantId)
}

/**
 * Groups take turns: a group's first waiting job has the highest priority of its level, each further one a priority one
 * lower, so that another group's first comes before this one's second.
 */
async function turnOf(tx: Tx, queue: string, group: string, priority: Priority): Promise<number> {
  const top = highestPriority(priority)
  const [row] = await tx.execute<{ last: number | null }>(sql`
    select min(priority) as last from pgboss.job
    where name = ${queue} and group_id = ${group} and state < 'active' and start_after <= now()
      and priority > ${top - PRIORITY_STEP} and priority <= ${top}`)
  return row?.last == null ? top : Math.max(row.last - 1, top - PRIORITY_STEP + 1)
}

/** The policy of a queue, created on first use. */
async function policyOf(boss: PgBoss, queue: string, options: EnqueueOptions): Promise<string> {
  const known = await boss.getQueue(queue)
  if (known) return known.policy ?? 'standard'
  const policy = options.singletonKey ? STRICT_FIFO : 'standard'
  await boss.createQueue(queue, { ...queueDefaults, policy })
  return (await boss.getQueue(queue))?.policy ?? policy
}
