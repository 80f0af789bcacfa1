import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Shelf } from './shelf.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const memory = (bytes: number) => new ArrayBuffer(bytes)
const detached = (all: ArrayBuffer[]) => all.map((one) => one.detached)

describe('a shelf', () => {
  test('gives what fits, once, and nothing that is much too large', () => {
    const shelf = new Shelf(3)
    const [small, large] = [memory(100_000), memory(300_000)]
    shelf.put(large)
    shelf.put(small)
    expect([shelf.take(300_001), shelf.take(239_000), shelf.take(79_000)]).toEqual([null, null, null])
    expect(shelf.take(90_000)).toBe(small)
    expect(shelf.take(90_000)).toBeNull()
    expect(shelf.take(300_000)).toBe(large)
  })

  test('has room for so many: those that came last', () => {
    const shelf = new Shelf(2)
    const all = [300_000, 100_000, 200_000].map(memory)
    for (const one of all) shelf.put(one)
    expect(detached(all)).toEqual([true, false, false])
  })

  test('gives each back that nobody has taken for a while, however often others come', () => {
    const shelf = new Shelf(9)
    const all = Array.from({ length: 6 }, () => memory(100_000))
    for (const one of all) {
      shelf.put(one)
      vi.advanceTimersByTime(10_000)
    }
    expect(detached(all)).toEqual([true, true, true, true, false, false])
    vi.advanceTimersByTime(30_000)
    expect(detached(all)).toEqual(Array(6).fill(true))
    const last = memory(100_000)
    shelf.put(last)
    vi.advanceTimersByTime(29_000)
    expect(last.detached).toBe(false)
    vi.advanceTimersByTime(2000)
    expect([last.detached, shelf.take(100_000)]).toEqual([true, null])
  })
})
