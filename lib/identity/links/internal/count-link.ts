import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { consume } from '#lib/limits/limiter'

/** Invitations, password resets and confirmations of a new address that users and keys of one tenant send to an address. */
const PER_TENANT = { points: 10, windowSeconds: 3600 }
/** The same, for those of all tenants. */
const PER_ADDRESS = { points: 20, windowSeconds: 3600 }

/**
 * Counts an email with a link that a user or key sends to a user, so that nobody can flood a mailbox. Requests of visitors
 * are counted before. @throws AppError `rate_limited`
 */
export async function countLink({ tenantId, actor }: Ctx, email: string): Promise<void> {
  if (actor.type === 'system' || env().rateLimits.login === 0) return
  const counters = [
    ['link-tenant-mail', `${tenantId} ${email}`, PER_TENANT],
    ['link-mail', email, PER_ADDRESS],
  ] as const
  for (const [bucket, key, allowance] of counters) {
    const { allowed, resetSeconds, limit } = await consume(bucket, key, allowance)
    if (!allowed) throw rateLimited(resetSeconds, limit)
  }
}
