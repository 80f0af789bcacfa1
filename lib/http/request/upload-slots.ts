import type { Ctx } from '#lib/core/ctx'
import { FairQueue } from '#lib/core/fair-queue/fair-queue'
import { rateLimitKey } from '#lib/core/network/addresses'
import { refusedError } from '#lib/workers/thread-error'

/**
 * Limits concurrent uploads: each needs some megabytes of memory. The bodies of waiting uploads stay unread; when the
 * queue is full the response is 503. A tenant or visitor's IP address has a few slots only, as a slow client holds its
 * slot for minutes.
 */
const tenants = new FairQueue({
  slots: 64,
  slotsOfGroup: 8,
  maxWaiting: 1000,
  maxWaitingOfGroup: 100,
  refuse: refusedError,
})
const visitors = new FairQueue({
  slots: 32,
  slotsOfGroup: 4,
  maxWaiting: 300,
  maxWaitingOfGroup: 60,
  refuse: refusedError,
})

/** Runs `callback` when a slot is free for the tenant or visitor. @throws ThreadError `busy` or `abandoned` */
export function withUploadSlot<T>(
  { tenantId, address, signal }: Pick<Ctx, 'tenantId' | 'address' | 'signal'>,
  callback: () => Promise<T>,
): Promise<T> {
  const isVisitor = tenantId === 0
  const queue = isVisitor ? visitors : tenants
  const group = isVisitor ? rateLimitKey(address ?? '') : tenantId
  return queue.run(group, callback, signal)
}
