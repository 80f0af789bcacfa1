import { sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import type { Tx } from '#db/tenant'
import { IN_ORDER, promises, sender } from './boss.ts'

export interface EnqueueOptions {
  /** Jobs of one queue and key run one after the other, in order; a queue has keys on all its jobs or on none. */
  singletonKey?: string
  /** Not before this instant. */
  startAfter?: Date
  /** Before those of a lower one, whatever waits longer; 0 unless said otherwise. */
  priority?: number
  /** Gives up after so many tries more than the first; absent: never. */
  retryLimit?: number
}

/**
 * Puts a job on a queue, in the transaction `tx`: it exists if and only if the transaction commits. A worker is told at
 * once. It may run more than once (a worker may die after its work), so what it does must bear repetition.
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
  if ((await policy) === IN_ORDER ? !options.singletonKey : options.singletonKey) {
    throw new Error(`Every job of the queue ${queue} has a singletonKey, or none has: it is ${await policy}.`)
  }
  await started.send(queue, data, { ...options, db: fromDrizzle(tx, sql) })
}

/** The policy of a queue, which is made by whoever needs it first. */
async function policyOf(boss: PgBoss, queue: string, options: EnqueueOptions): Promise<string> {
  const known = await boss.getQueue(queue)
  if (known) return known.policy ?? 'standard'
  const policy = options.singletonKey ? IN_ORDER : 'standard'
  await boss.createQueue(queue, { ...promises, policy })
  return (await boss.getQueue(queue))?.policy ?? policy
}
