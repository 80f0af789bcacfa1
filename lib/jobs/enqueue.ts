import { sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import type { Tx } from '#db/tenancy/tenant'
import { addTraceparent } from '#lib/core/runtime/tracing'
import { highestPriority, PRIORITY_STEP, type Priority, queueDefaults, STRICT_FIFO, sender } from './boss.ts'
import { isWaiting, lowestPriority } from './boss-internals.ts'

export interface EnqueueOptions {
  /** Jobs of one queue and key run one after the other, in order; a queue has keys on all its jobs or on none. */
  singletonKey?: string
  /**
   * Adds no job while one with the same key waits; one that waits for a later time is not enough for one of now. Only for
   * a handler that reads what `tx` has locked: the waiting job then sees the changes of this transaction, however early it
   * begins.
   */
  mergeable?: boolean
  /** The job does not run before this instant. */
  startAfter?: Date
  /** 2: a user is waiting, 1: expected soon, 0 (default): the rest. */
  priority?: Priority
  /** The groups of a queue take turns; by default the tenant of the data. */
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
  const { boss: starting, policies } = sender()
  const boss = await starting
  let policy = policies.get(queue)
  if (!policy) {
    policy = findPolicy(boss, queue, options)
    policies.set(queue, policy)
    policy.catch(() => policies.delete(queue))
  }
  const needsKey = (await policy) === STRICT_FIFO
  if (needsKey !== Boolean(options.singletonKey)) {
    throw new Error(
      `Either all jobs of the queue ${queue} have a singletonKey or none; its policy is ${await policy}.`,
    )
  }
  const { priority = 0, group = getGroup(data, priority), mergeable = false, ...rest } = options
  const highest = highestPriority(priority)
  const find = () =>
    tx.execute<{ lowest: number | null; waiting: boolean }>(sql`
      select ${lowestPriority(queue, group, [highest - PRIORITY_STEP, highest])} as lowest,
        ${mergeable ? isWaiting(queue, rest.singletonKey!, { due: !rest.startAfter }) : sql`false`} as waiting`)
  // A job of later takes no turn among those that wait now.
  const [found] = rest.startAfter && !mergeable ? [{ lowest: null, waiting: false }] : await find()
  if (found!.waiting) return
  await boss.send(queue, addTraceparent(data), {
    ...rest,
    priority: nextPriority(highest, found!.lowest),
    ...(group && { group: { id: group } }),
    db: fromDrizzle(tx, sql),
  })
}

/** Urgent jobs are a group of their own, so that the tenant's other jobs do not delay them. */
function getGroup(data: object, priority: Priority): string | null {
  if (!('tenantId' in data)) return null
  return priority === 2 ? `${data.tenantId}:awaited` : String(data.tenantId)
}

/**
 * The pg-boss priority of a group's next job. Groups take turns: a group's first waiting job has the highest priority
 * of its level, and each further job of the group a priority that is lower by one. So the first job of each group
 * precedes the second job of any other.
 */
function nextPriority(highest: number, lowest: number | null): number {
  return lowest === null ? highest : Math.max(lowest - 1, highest - PRIORITY_STEP + 1)
}

/** The policy of a queue, created on first use. */
async function findPolicy(boss: PgBoss, queue: string, options: EnqueueOptions): Promise<string> {
  const existing = await boss.getQueue(queue)
  if (existing) return existing.policy ?? 'standard'
  const policy = options.singletonKey ? STRICT_FIFO : 'standard'
  await boss.createQueue(queue, { ...queueDefaults, policy })
  return (await boss.getQueue(queue))?.policy ?? policy
}
