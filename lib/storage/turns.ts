import { FairQueue } from '#lib/core/fair-queue/fair-queue'
import { singleton } from '#lib/core/runtime/singleton'

/** Node has four threads for files, name resolution and password hashes: on a slow disk, too, two stay for the others. */
const queue = singleton(
  'storage.writes',
  () =>
    new FairQueue({
      slots: 2,
      maxWaiting: Infinity,
      maxWaitingOfGroup: Infinity,
      refuse: (reason) => new Error(reason),
    }),
)

/** Runs what waits for the disk, a write or an fsync, in the main thread: at most two at a time, of tenants in turn. */
export function inTurn<T>(tenantId: number, work: () => Promise<T>): Promise<T> {
  return queue.run(tenantId, work)
}
