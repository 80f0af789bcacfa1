import { and, eq, like } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connect, database } from '#db/connection/client'
import { rateLimits } from '#db/schema/limits'
import { setClockOffset } from '#lib/core/clock'
import { consume, consumeStrict, purgeExpired, refund, reset, syncCounts } from './limiter.ts'

const threeHits = { points: 3, windowSeconds: 60 }

describe('consume', () => {
  it('allows exactly the limit of hits in a window', async () => {
    const usages = await Promise.all(Array.from({ length: 5 }, () => consume('a', 'a user', threeHits)))
    expect(usages.map((usage) => usage.allowed)).toEqual([true, true, true, false, false])
    expect(usages.map((usage) => usage.remaining)).toEqual([2, 1, 0, 0, 0])
    expect(usages[4]?.resetSeconds).toBeGreaterThan(0)
    expect(usages[4]?.resetSeconds).toBeLessThanOrEqual(60)
  })

  it('knows a refusal of a limiter of another copy of the library, as pages have one', async () => {
    class RateLimiterRes {
      remainingPoints = 0
      msBeforeNext = 1500
      consumedPoints = 4
      isFirstInDuration = false
    }
    using _ = vi
      .spyOn(RateLimiterMemory.prototype, 'consume')
      .mockImplementationOnce(() => Promise.reject(new RateLimiterRes()))
    const refused = { allowed: false, limit: 3, remaining: 0, resetSeconds: 2 }
    expect(await consume('copy', 'x', threeHits)).toEqual(refused)
  })

  it('counts keys and buckets separately', async () => {
    expect((await consume('a', 'other', threeHits)).remaining).toBe(2)
    expect((await consume('b', 'a user', threeHits)).remaining).toBe(2)
  })

  it('allows hits again in the next window', async () => {
    const short = { points: 1, windowSeconds: 1 }
    expect((await consume('w', 'x', short)).allowed).toBe(true)
    expect((await consume('w', 'x', short)).allowed).toBe(false)
    await expect.poll(async () => (await consume('w', 'x', short)).allowed, { timeout: 5000 }).toBe(true)
  })

  it('synchronizes the counts of several processes', async () => {
    await consume('shared', 'x', threeHits)
    await syncCounts()
    const [row] = await database().select().from(rateLimits).where(like(rateLimits.key, 'shared:%'))
    expect(row?.points).toBe(1)
    expect(row?.key).not.toContain('x')
    await database().update(rateLimits).set({ points: 3 }).where(eq(rateLimits.key, row!.key))
    await consume('shared', 'x', threeHits)
    await syncCounts()
    expect((await consume('shared', 'x', threeHits)).allowed).toBe(false)
  })

  it('continues to count in memory when the store does not respond', async () => {
    const owner = connect(process.env.DATABASE_URL!, { max: 1 })
    await owner`alter table rate_limits rename to rate_limits_away`
    try {
      expect((await consume('alone', 'x', threeHits)).allowed).toBe(true)
      await syncCounts()
      expect((await consume('alone', 'x', threeHits)).remaining).toBe(1)
    } finally {
      await owner`alter table rate_limits_away rename to rate_limits`
      await owner.end()
    }
    // What the store does not know of stays counted here.
    await syncCounts()
    expect((await consume('alone', 'x', threeHits)).remaining).toBe(0)
  })

  it('counts are deleted after their window', async () => {
    await purgeExpired(new Date(Date.now() + 7_200_000))
    expect(await database().$count(rateLimits)).toBe(0)
  })
})

describe('consumeStrict', () => {
  it('is exact for concurrent hits', async () => {
    const usages = await Promise.all(
      Array.from({ length: 10 }, () => consumeStrict('login', 'a@example.com', threeHits)),
    )
    expect(usages.filter((usage) => usage.allowed)).toHaveLength(3)
    expect(usages.at(-1)?.resetSeconds).toBeGreaterThan(0)
  })

  it('allows hits again after a reset', async () => {
    await reset('login', 'a@example.com')
    expect((await consumeStrict('login', 'a@example.com', threeHits)).allowed).toBe(true)
  })

  it('allows one hit again after a refund', async () => {
    for (let hit = 0; hit < 3; hit++) await consumeStrict('address', '192.0.2.7', threeHits)
    await refund('address', '192.0.2.7')
    expect((await consumeStrict('address', '192.0.2.7', threeHits)).allowed).toBe(true)
    expect((await consumeStrict('address', '192.0.2.7', threeHits)).allowed).toBe(false)
  })
})

describe('after the clock of the database was set back', () => {
  const FIVE_HOURS = 5 * 3_600_000
  const during = async <T>(ahead: number, callback: () => Promise<T>) => {
    // The same to this machine: a database that is ahead of it.
    setClockOffset(-ahead)
    return callback().finally(() => setClockOffset(0))
  }

  it('a window lasts no longer than one that begins now, and its hits still count', async () => {
    for (let hit = 0; hit < 3; hit++)
      await during(FIVE_HOURS, () => consumeStrict('set-back', 'x', threeHits))
    const refused = await consumeStrict('set-back', 'x', threeHits)
    expect([refused.allowed, refused.resetSeconds <= 60]).toEqual([false, true])
    const later = await during(61_000, () => consumeStrict('set-back', 'x', threeHits))
    expect([later.allowed, later.remaining]).toEqual([true, 2])
  })

  it('the hits of hours are no single window, neither in memory', async () => {
    await consume('set-back', 'y', threeHits)
    await during(FIVE_HOURS, syncCounts)
    await consume('set-back', 'y', threeHits)
    await syncCounts()
    const [row] = await database()
      .select()
      .from(rateLimits)
      .where(and(like(rateLimits.key, 'set-back:%'), eq(rateLimits.points, 2)))
    expect(row!.expire! - Date.now()).toBeLessThanOrEqual(60_000)
    expect((await consume('set-back', 'y', threeHits)).resetSeconds).toBeLessThanOrEqual(60)
  })

  it('in memory no window is said to last longer', async () => {
    const { now } = Date
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + FIVE_HOURS)
    await consume('set-back', 'z', threeHits)
    clock.mockRestore()
    expect((await consume('set-back', 'z', threeHits)).resetSeconds).toBeLessThanOrEqual(60)
  })
})

describe('a machine whose clock is wrong', () => {
  afterEach(() => setClockOffset(0))

  it.each([5 * 3_600_000, -5 * 3_600_000])('counts in the windows of the others (%i ms)', async (offset) => {
    const key = `key ${offset}`
    // As the machine reads it: its own clock is right here, so the others are wrong.
    setClockOffset(offset)
    for (let hit = 0; hit < 3; hit++) await consumeStrict('clocks', key, threeHits)
    const refused = await consumeStrict('clocks', key, threeHits)
    expect([refused.allowed, refused.resetSeconds <= 60]).toEqual([false, true])
    const [row] = await database().select().from(rateLimits).where(like(rateLimits.key, 'clocks:%'))
    expect(Math.abs(row!.expire! - (Date.now() - offset))).toBeLessThan(61_000)
    await database().delete(rateLimits).where(like(rateLimits.key, 'clocks:%'))
  })
})
