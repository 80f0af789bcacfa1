import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { consumeStrict, type RateLimit, refund } from '#lib/limits/limiter'

const HOUR_SECONDS = 3600

/**
 * Counts a text message against the limits of its number, over all tenants, and of the tenant. Before the transaction
 * that sends it: the counters need a connection of their own.
 * @returns takes the count back, when no message was sent
 * @throws AppError `rate_limited`
 */
export async function limitTextMessages(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  number: string,
): Promise<() => Promise<void>> {
  const { smsNumber, smsTenant } = env().rateLimits
  const counters = [
    { bucket: 'sms-number', key: number, limit: perHour(smsNumber) },
    { bucket: 'sms-tenant', key: String(tenantId), limit: perHour(smsTenant) },
  ].filter(({ limit }) => limit.points > 0)
  const consumed: typeof counters = []
  const takeBack = async () => {
    for (const { bucket, key } of consumed) await refund(bucket, key)
  }
  for (const counter of counters) {
    const use = await consumeStrict(counter.bucket, counter.key, counter.limit)
    if (!use.allowed) {
      await takeBack()
      throw rateLimited(use.resetSeconds, use.limit, 'Too many text messages. Try again later.')
    }
    consumed.push(counter)
  }
  return takeBack
}

const perHour = (points: number): RateLimit => ({ points, windowSeconds: HOUR_SECONDS })
