import { lt } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { database, query } from '#db/connection/client'
import { logFailure } from '#db/connection/unavailable'
import { rateLimits } from '#db/schema/limits'
import { getClockOffset } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { runOutsideRequest } from '#lib/core/request'
import { singleton } from '#lib/core/runtime/singleton'

/** How long hits are only in memory before they are added to the store. */
const SYNC_MILLISECONDS = 500

export interface RateLimit {
  /** Hits allowed in one window, which starts with the first hit. */
  points: number
  windowSeconds: number
}

export interface RateLimitUse {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number
}

interface Limiter {
  /** Counts in memory, without a query. */
  memory: RateLimiterMemory
  /** Counts for all processes. */
  store: RateLimiterPostgres
  /** Hits in memory that the store does not have yet, by key. */
  pendingHits: Map<string, number>
}

const shared = singleton('limits', () => ({ limiters: new Map<string, Limiter>(), isSyncScheduled: false }))

/**
 * Counts one hit in memory, without a query. The counts are synchronized with the store twice a second, so several
 * processes together may exceed a limit by the hits of half a second. Without the store each process counts alone.
 */
export async function consume(bucket: string, key: string, limit: RateLimit): Promise<RateLimitUse> {
  const { memory, pendingHits } = getLimiter(bucket, limit)
  const usage = await consumeFrom(memory, key, limit)
  if (usage.allowed) {
    pendingHits.set(key, (pendingHits.get(key) ?? 0) + 1)
    scheduleSync()
  }
  return usage
}

/**
 * Counts one hit in the store itself, exact over all processes: for attempts to guess a secret.
 * @throws when the store does not respond; the caller then refuses the attempt.
 */
export function consumeStrict(bucket: string, key: string, limit: RateLimit): Promise<RateLimitUse> {
  return consumeFrom(getLimiter(bucket, limit).store, hashKey(key), limit)
}

/** Resets the strict hits of a key to 0, after the correct secret. */
export async function reset(bucket: string, key: string, limit: RateLimit): Promise<void> {
  await getLimiter(bucket, limit).store.delete(hashKey(key))
}

/** Takes one strict hit of a key back, after an attempt that was not a guess. */
export async function refund(bucket: string, key: string, limit: RateLimit): Promise<void> {
  await getLimiter(bucket, limit).store.reward(hashKey(key))
}

/** Adds the hits in memory to the store, and raises the counts in memory to the totals of all processes. */
export async function syncCounts(): Promise<void> {
  try {
    for (const { memory, store, pendingHits } of shared.limiters.values()) {
      // A copy: hits counted meanwhile are synchronized next time.
      for (const [key, hits] of [...pendingHits]) {
        pendingHits.delete(key)
        const { consumedPoints, msBeforeNext } = await store.penalty(hashKey(key), hits)
        const total = consumedPoints + (pendingHits.get(key) ?? 0)
        // The store has fewer where it did not respond before: what was counted here stays counted.
        if (total > ((await memory.get(key))?.consumedPoints ?? 0))
          await memory.set(key, total, Math.max(1, msBeforeNext) / 1000)
      }
    }
  } catch (error) {
    for (const { pendingHits } of shared.limiters.values()) pendingHits.clear()
    logFailure(error, 'the limit store is unavailable: rate limits are counted per process')
  }
  shared.isSyncScheduled = false
}

/** Deletes the counters of past windows. */
export async function purgeExpired(now: Date): Promise<void> {
  await database().delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}

function scheduleSync(): void {
  if (shared.isSyncScheduled) return
  shared.isSyncScheduled = true
  runOutsideRequest(() => setTimeout(syncCounts, SYNC_MILLISECONDS).unref())
}

function getLimiter(bucket: string, { points, windowSeconds }: RateLimit): Limiter {
  const name = `${bucket}/${points}/${windowSeconds}`
  const existing = shared.limiters.get(name)
  if (existing) return existing
  const options = { keyPrefix: bucket, points, duration: windowSeconds }
  const limiter = {
    memory: new RateLimiterMemory(options),
    store: new RateLimiterPostgres({
      ...options,
      storeClient: { query: queryStore },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    }),
    pendingHits: new Map(),
  }
  shared.limiters.set(name, limiter)
  return limiter
}

/** Numbers from here on are times in milliseconds (from 2001), not counts. */
const FIRST_TIME = 1e12

/**
 * rate-limiter-flexible expects a `pg` client; our pool uses postgres.js. The limiter reads the clock of this
 * machine: in the store its times are those of the database, so that machines with different clocks count in the same
 * windows.
 */
async function queryStore({ text, values }: { text: string; values: (string | number)[] }) {
  const offset = getClockOffset()
  const inStore = values.map((value) =>
    typeof value === 'number' && value >= FIRST_TIME ? value - offset : value,
  )
  const rows = (await query(text, inStore)) as { expire?: string | number }[]
  return {
    rows: rows.map((row) => ('expire' in row ? { ...row, expire: Number(row.expire) + offset } : row)),
  }
}

/** Keys contain personal data such as email and IP addresses, so only their hashes are stored. */
function hashKey(key: string): string {
  return sha256Hex(key).slice(0, 32)
}

async function consumeFrom(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  name: string,
  { points }: RateLimit,
): Promise<RateLimitUse> {
  try {
    return present(await limiter.consume(name), points, true)
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal
    // A RateLimiterRes, but not of this module's class where Next has loaded the library a second time.
    return present(refusal as RateLimiterRes, points, false)
  }
}

function present(result: RateLimiterRes, limit: number, allowed: boolean): RateLimitUse {
  return {
    allowed,
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  }
}
