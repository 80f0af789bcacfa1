import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { query } from '#db/client'
import { sha256Hex } from '#lib/core/ids'
import type { Allowance, Use } from './consume.ts'

const limiters = new Map<string, RateLimiterPostgres>()

/**
 * Counts one hit in the store itself, exact over all processes: for guesses at a secret.
 * @throws when the store does not answer; the caller refuses then.
 */
export async function consumeStrict(bucket: string, key: string, allowance: Allowance): Promise<Use> {
  const { points } = allowance
  try {
    return present(await limiterOf(bucket, allowance).consume(sha256Hex(key).slice(0, 32)), points, true)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return present(refusal, points, false)
    throw refusal
  }
}

/** Takes the hits back: the secret was known after all. */
export async function forgive(bucket: string, key: string, allowance: Allowance): Promise<void> {
  await limiterOf(bucket, allowance).delete(sha256Hex(key).slice(0, 32))
}

/** Takes one hit back and leaves the others: this one was no guess. */
export async function giveBackHit(bucket: string, key: string, allowance: Allowance): Promise<void> {
  await limiterOf(bucket, allowance).reward(sha256Hex(key).slice(0, 32))
}

function limiterOf(bucket: string, { points, windowSeconds }: Allowance): RateLimiterPostgres {
  const name = `${bucket}/${points}/${windowSeconds}`
  const known = limiters.get(name)
  if (known) return known
  const limiter = new RateLimiterPostgres({
    storeClient: { query: ask },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: bucket,
    points,
    duration: windowSeconds,
    clearExpiredByTimeout: false,
  })
  limiters.set(name, limiter)
  return limiter
}

// rate-limiter-flexible speaks to `pg`; our pool is postgres.js.
async function ask({ text, values }: { text: string; values: (string | number)[] }) {
  return { rows: await query(text, values) }
}

function present(result: RateLimiterRes, limit: number, allowed: boolean): Use {
  return {
    allowed,
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  }
}
