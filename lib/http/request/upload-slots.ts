import { rateLimitKey } from '#lib/core/addresses'
import type { Ctx } from '#lib/core/ctx'
import { FairQueue } from '#lib/workers/fair-queue'

/**
 * Uploads that are received and worked on at the same time take some megabytes of memory each. The bodies of those that
 * wait stay unread; beyond what may wait the answer is 503. One tenant, one visitor's address has a few places only: a
 * slow sender keeps his for minutes.
 */
const tenants = new FairQueue({ places: 64, placesOfGroup: 8, maxWaiting: 1000, maxWaitingOfGroup: 100 })
const visitors = new FairQueue({ places: 32, placesOfGroup: 4, maxWaiting: 300, maxWaitingOfGroup: 60 })

/** Receives and works on an upload when it is the tenant's, or the visitor's, turn. @throws ThreadError `busy` */
export async function withUploadSlot<T>(
  { tenantId, address }: Pick<Ctx, 'tenantId' | 'address'>,
  work: () => Promise<T>,
): Promise<T> {
  const isVisitor = tenantId === 0
  const turns = isVisitor ? visitors : tenants
  const group = isVisitor ? rateLimitKey(address ?? '') : tenantId
  await turns.enter(group)
  try {
    return await work()
  } finally {
    turns.leave(group)
  }
}
