import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Shelf } from './shelf.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const memory = (bytes: number) => new ArrayBuffer(bytes)

describe('a shelf', () => {
  test('gives the smallest that fits, once', () => {
    const shelf = new Shelf(3)
    const [small, large] = [memory(100_000), memory(300_000)]
    shelf.put(large)
    shelf.put(small)
    expect(shelf.take(300_001)).toBeNull()
    expect(shelf.take(50_000)).toBe(small)
    expect(shelf.take(50_000)).toBe(large)
    expect(shelf.take(1)).toBeNull()
  })

  test('has room for so many, and keeps the largest', () => {
    const shelf = new Shelf(2)
    const all = [300_000, 100_000, 200_000].map(memory)
    for (const one of all) shelf.put(one)
    expect(all.map(({ detached }) => detached)).toEqual([false, true, false])
  })

  test('gives back what nobody has taken for a while, whatever its kind', () => {
    const shelf = new Shelf(2)
    const first = memory(100_000)
    const growing = new ArrayBuffer(100_000, { maxByteLength: 200_000 })
    shelf.put(first)
    vi.advanceTimersByTime(29_000)
    shelf.put(growing)
    vi.advanceTimersByTime(29_000)
    expect([first.detached, growing.detached]).toEqual([false, false])
    vi.advanceTimersByTime(2000)
    expect([first.detached, growing.detached]).toEqual([true, true])
    shelf.put(memory(5))
    vi.advanceTimersByTime(31_000)
    expect(shelf.take(1)).toBeNull()
  })
})
