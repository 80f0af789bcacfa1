import { rateLimited } from '#lib/core/errors'
import { consume } from '#lib/limits/limiter'

const WINDOW_SECONDS = 3600

/**
 * How often an hour each kind of request may be made with one link: each adds an event to the trail of its process, and
 * many send an email.
 */
const requestsPerHour = {
  access_code: 30,
  attachment: 200,
  certificate: 30,
  delegate: 10,
  in_person: 30,
  phone: 30,
  question: 5,
  report: 3,
  renew: 3,
} as const

/** Counts a request made with a link. @throws AppError `rate_limited` */
export async function limitRequests(kind: keyof typeof requestsPerHour, tokenHash: string): Promise<void> {
  const limit = { points: requestsPerHour[kind], windowSeconds: WINDOW_SECONDS }
  const usage = await consume(`signing-${kind}`, tokenHash, limit)
  if (!usage.allowed) throw rateLimited(usage.resetSeconds, usage.limit)
}
