import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { connect, database } from '#db/client'
import { rateLimits } from '#db/schema/limits'
import { consume, consumeStrict, purgeExpired, refund, reset, syncCounts } from './limiter.ts'

const three = { points: 3, windowSeconds: 60 }

describe('consume', () => {
  it('allows exactly the limit of hits in a window', async () => {
    const uses = await Promise.all(Array.from({ length: 5 }, () => consume('a', 'somebody', three)))
    expect(uses.map((use) => use.allowed)).toEqual([true, true, true, false, false])
    expect(uses.map((use) => use.remaining)).toEqual([2, 1, 0, 0, 0])
    expect(uses[4]?.resetSeconds).toBeGreaterThan(0)
    expect(uses[4]?.resetSeconds).toBeLessThanOrEqual(60)
  })

  it('counts keys and buckets separately', async () => {
    expect((await consume('a', 'other', three)).remaining).toBe(2)
    expect((await consume('b', 'somebody', three)).remaining).toBe(2)
  })

  it('starts again with the next window', async () => {
    const short = { points: 1, windowSeconds: 1 }
    expect((await consume('w', 'x', short)).allowed).toBe(true)
    expect((await consume('w', 'x', short)).allowed).toBe(false)
    await expect.poll(async () => (await consume('w', 'x', short)).allowed, { timeout: 5000 }).toBe(true)
  })

  it('synchronizes the counts of several processes', async () => {
    await consume('shared', 'x', three)
    await syncCounts()
    const [row] = await database().select().from(rateLimits).where(like(rateLimits.key, 'shared:%'))
    expect(row?.points).toBe(1)
    expect(row?.key).not.toContain('x')
    await database().update(rateLimits).set({ points: 3 }).where(eq(rateLimits.key, row!.key))
    await consume('shared', 'x', three)
    await syncCounts()
    expect((await consume('shared', 'x', three)).allowed).toBe(false)
  })

  it('keeps counting locally when the store does not respond', async () => {
    const owner = connect(process.env.DATABASE_URL!, { max: 1 })
    await owner`alter table rate_limits rename to rate_limits_away`
    try {
      expect((await consume('alone', 'x', three)).allowed).toBe(true)
      await syncCounts()
      expect((await consume('alone', 'x', three)).remaining).toBe(1)
    } finally {
      await owner`alter table rate_limits_away rename to rate_limits`
      await owner.end()
    }
  })

  it('deletes past windows', async () => {
    await purgeExpired(new Date(Date.now() + 7_200_000))
    expect(await database().$count(rateLimits)).toBe(0)
  })
})

describe('consumeStrict', () => {
  it('is exact for concurrent hits', async () => {
    const uses = await Promise.all(
      Array.from({ length: 10 }, () => consumeStrict('login', 'a@example.com', three)),
    )
    expect(uses.filter((use) => use.allowed)).toHaveLength(3)
    expect(uses.at(-1)?.resetSeconds).toBeGreaterThan(0)
  })

  it('refunds hits', async () => {
    await reset('login', 'a@example.com', three)
    expect((await consumeStrict('login', 'a@example.com', three)).allowed).toBe(true)
  })

  it('refunds one hit and keeps the others', async () => {
    for (let hit = 0; hit < 3; hit++) await consumeStrict('address', '192.0.2.7', three)
    await refund('address', '192.0.2.7', three)
    expect((await consumeStrict('address', '192.0.2.7', three)).allowed).toBe(true)
    expect((await consumeStrict('address', '192.0.2.7', three)).allowed).toBe(false)
  })
})
