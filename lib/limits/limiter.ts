import { eq, lt, sql } from 'drizzle-orm'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { database } from '#db/connection/client'
import { logFailure } from '#db/connection/unavailable'
import { rateLimits } from '#db/schema/limits'
import { getDatabaseTime } from '#lib/core/clock'
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

interface RateLimitUse {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number
}

interface Limiter {
  bucket: string
  limit: RateLimit
  /** Counts in memory, without a query. */
  memory: RateLimiterMemory
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
  const { consumedPoints, msBeforeNext } = await countInMemory(memory, key)
  const usage = present(consumedPoints, msBeforeNext, limit)
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
export async function consumeStrict(bucket: string, key: string, limit: RateLimit): Promise<RateLimitUse> {
  const { hits, milliseconds } = await countInStore(bucket, key, limit, 1)
  return present(hits, milliseconds, limit)
}

/** Uses up a key. @returns whether this is its first use in `seconds` */
export async function consumeOnce(bucket: string, key: string, seconds: number): Promise<boolean> {
  return (await consumeStrict(bucket, key, { points: 1, windowSeconds: seconds })).allowed
}

/** Resets the strict hits of a key to 0, after the correct secret. */
export async function reset(bucket: string, key: string): Promise<void> {
  await database()
    .delete(rateLimits)
    .where(eq(rateLimits.key, storeKey(bucket, key)))
}

/** Takes one strict hit of a key back, after an attempt that was not a guess. */
export async function refund(bucket: string, key: string): Promise<void> {
  await database()
    .update(rateLimits)
    .set({ points: sql`${rateLimits.points} - 1` })
    .where(eq(rateLimits.key, storeKey(bucket, key)))
}

/** Adds the hits in memory to the store, and raises the counts in memory to the totals of all processes. */
export async function syncCounts(): Promise<void> {
  try {
    for (const { bucket, limit, memory, pendingHits } of shared.limiters.values()) {
      // A copy: hits counted meanwhile are synchronized next time.
      for (const [key, newHits] of [...pendingHits]) {
        pendingHits.delete(key)
        const { hits, milliseconds } = await countInStore(bucket, key, limit, newHits)
        const total = hits + (pendingHits.get(key) ?? 0)
        // The store has fewer where it did not respond before: what was counted here stays counted.
        if (total > ((await memory.get(key))?.consumedPoints ?? 0))
          await memory.set(key, total, Math.max(1, milliseconds) / 1000)
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

function getLimiter(bucket: string, limit: RateLimit): Limiter {
  const { points, windowSeconds } = limit
  const name = `${bucket}/${points}/${windowSeconds}`
  const existing = shared.limiters.get(name)
  if (existing) return existing
  const memory = new RateLimiterMemory({ keyPrefix: bucket, points, duration: windowSeconds })
  const limiter = { bucket, limit, memory, pendingHits: new Map() }
  shared.limiters.set(name, limiter)
  return limiter
}

async function countInMemory(memory: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await memory.consume(key)
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal
    // A RateLimiterRes, but not of this module's class where Next has loaded the library a second time.
    return refusal as RateLimiterRes
  }
}

/**
 * Adds hits to the counter of a key; after its window, the next one begins. A window that began before the clock of the
 * database was set back would last until that time comes again: it ends a whole window from now at the latest.
 * @returns all hits in the window, and the milliseconds until it ends
 */
async function countInStore(
  bucket: string,
  key: string,
  { windowSeconds }: RateLimit,
  hits: number,
): Promise<{ hits: number; milliseconds: number }> {
  const now = getDatabaseTime().getTime()
  const isOver = sql`${rateLimits.expire} <= ${now}`
  const [row] = await database()
    .insert(rateLimits)
    .values({ key: storeKey(bucket, key), points: hits, expire: now + windowSeconds * 1000 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 0 else ${rateLimits.points} end + excluded.points`,
        expire: sql`case when ${isOver} then excluded.expire else least(${rateLimits.expire}, excluded.expire) end`,
      },
    })
    .returning()
  return { hits: row!.points, milliseconds: row!.expire! - now }
}

/** Keys contain personal data such as email and IP addresses, so only their hashes are stored. */
function storeKey(bucket: string, key: string): string {
  return `${bucket}:${sha256Hex(key).slice(0, 32)}`
}

function present(hits: number, milliseconds: number, { points, windowSeconds }: RateLimit): RateLimitUse {
  const seconds = Math.ceil(milliseconds / 1000)
  return {
    allowed: hits <= points,
    limit: points,
    remaining: Math.max(0, points - hits),
    // In memory a window ends in time, but says a later one after the clock of this machine was set back.
    resetSeconds: Math.min(Math.max(1, seconds), windowSeconds),
  }
}
