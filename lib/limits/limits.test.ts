import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '#db/client'
import { rateLimits } from '#db/schema/limits'
import { consume, forgetOldWindows, synchronise } from './consume.ts'
import { consumeStrict, forgive, giveBackHit } from './strict.ts'

const three = { points: 3, windowSeconds: 60 }

describe('consume', () => {
  it('lets exactly the allowed hits of a window through', async () => {
    const uses = await Promise.all(Array.from({ length: 5 }, () => consume('a', 'somebody', three)))
    expect(uses.map((use) => use.allowed)).toEqual([true, true, true, false, false])
    expect(uses.map((use) => use.remaining)).toEqual([2, 1, 0, 0, 0])
    expect(uses[4]?.resetSeconds).toBeGreaterThan(0)
    expect(uses[4]?.resetSeconds).toBeLessThanOrEqual(60)
  })

  it('counts keys and buckets apart', async () => {
    expect((await consume('a', 'other', three)).remaining).toBe(2)
    expect((await consume('b', 'somebody', three)).remaining).toBe(2)
  })

  it('starts anew with the next window', async () => {
    const at = Date.now() + 3_600_000
    for (let hit = 0; hit < 3; hit++) await consume('w', 'x', three, at)
    expect((await consume('w', 'x', three, at)).allowed).toBe(false)
    expect((await consume('w', 'x', three, at + 60_000)).allowed).toBe(true)
  })

  it('learns what other processes counted, and adds its own to theirs', async () => {
    await consume('shared', 'x', three)
    await synchronise()
    const [row] = await database().select().from(rateLimits).where(like(rateLimits.key, 'shared:%'))
    expect(row?.points).toBe(1)
    expect(row?.key).not.toContain('x')
    await database().update(rateLimits).set({ points: 3 }).where(eq(rateLimits.key, row!.key))
    await consume('shared', 'x', three)
    await synchronise()
    expect((await consume('shared', 'x', three)).allowed).toBe(false)
  })

  it('forgets windows that are over', async () => {
    await forgetOldWindows(new Date(Date.now() + 7_200_000))
    expect(await database().$count(rateLimits)).toBe(0)
  })
})

describe('consumeStrict', () => {
  it('is exact when hits come at once', async () => {
    const uses = await Promise.all(
      Array.from({ length: 10 }, () => consumeStrict('login', 'a@example.com', three)),
    )
    expect(uses.filter((use) => use.allowed)).toHaveLength(3)
    expect(uses.at(-1)?.resetSeconds).toBeGreaterThan(0)
  })

  it('takes hits back when asked', async () => {
    await forgive('login', 'a@example.com', three)
    expect((await consumeStrict('login', 'a@example.com', three)).allowed).toBe(true)
  })

  it('takes one hit back and keeps the others', async () => {
    for (let hit = 0; hit < 3; hit++) await consumeStrict('address', '192.0.2.7', three)
    await giveBackHit('address', '192.0.2.7', three)
    expect((await consumeStrict('address', '192.0.2.7', three)).allowed).toBe(true)
    expect((await consumeStrict('address', '192.0.2.7', three)).allowed).toBe(false)
  })
})
