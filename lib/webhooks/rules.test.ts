import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  backoffSeconds,
  failingSince,
  isFailingTooLong,
  isSubscribed,
  MAX_ATTEMPTS,
  parseRetryAfter,
  retryDelaySeconds,
  webhookEvents,
} from './rules.ts'

const NOON = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000)

describe('isSubscribed', () => {
  it('is true for all events with *, else for the chosen ones', () => {
    expect(webhookEvents.every((event) => isSubscribed(['*'], event))).toBe(true)
    expect(isSubscribed(['document.uploaded'], 'document.uploaded')).toBe(true)
    expect(isSubscribed(['document.uploaded'], 'document.deleted')).toBe(false)
    expect(isSubscribed([], 'document.uploaded')).toBe(false)
  })
})

describe('retryDelaySeconds', () => {
  it('follows the schedule: immediately, then 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h after the failure before', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, number) => retryDelaySeconds(number + 1, 0, 0.5))
    const hour = 3600
    expect(delays).toEqual([
      5,
      300,
      1800,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      null,
    ])
    expect(MAX_ATTEMPTS).toBe(10)
  })

  it('has a jitter of 10 % at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const scheduled = retryDelaySeconds(attempt, 0, 0.5)!
          const delay = retryDelaySeconds(attempt, 0, random)!
          expect(delay).toBeGreaterThanOrEqual(scheduled * 0.9 - 1e-9)
          expect(delay).toBeLessThanOrEqual(scheduled * 1.1 + 1e-9)
        },
      ),
    )
    expect(retryDelaySeconds(2, 0, 0)).toBeCloseTo(270)
    expect(retryDelaySeconds(2, 0, 1)).toBeCloseTo(330)
  })

  it('extends the delay by Retry-After, up to a day', () => {
    expect(retryDelaySeconds(1, 120, 0.5)).toBe(120)
    expect(retryDelaySeconds(3, 120, 0.5)).toBe(1800)
    expect(retryDelaySeconds(1, 10 ** 8, 0.5)).toBe(86_400)
    expect(retryDelaySeconds(MAX_ATTEMPTS, 120, 0.5)).toBeNull()
  })
})

describe('parseRetryAfter', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['120', 120],
    [' 7 ', 7],
    ['-5', 0],
    ['1e9', 0],
    ['soon', 0],
    ['99999999999999', 0],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('reads %j as %d seconds', (header, seconds) => {
    expect(parseRetryAfter(header, NOON)).toBe(seconds)
  })
})

describe('failingSince', () => {
  it('starts with the first failure and continues', () => {
    expect(failingSince({ failingSince: null, lastFailureAt: null }, NOON)).toEqual(NOON)
    expect(failingSince({ failingSince: null, lastFailureAt: hoursAgo(1) }, NOON)).toEqual(NOON)
    expect(failingSince({ failingSince: hoursAgo(90), lastFailureAt: hoursAgo(24) }, NOON)).toEqual(
      hoursAgo(90),
    )
  })

  it('is reset after a long pause', () => {
    expect(failingSince({ failingSince: hoursAgo(900), lastFailureAt: hoursAgo(800) }, NOON)).toEqual(NOON)
  })
})

describe('backoffSeconds', () => {
  it('is zero after two failures, then doubles, up to five minutes', () => {
    const failures = [0, 1, 2, 3, 4, 5, 8, 9, 10, 1000]
    expect(failures.map((count) => backoffSeconds(count, 1000))).toEqual([
      0, 0, 0, 5, 10, 20, 160, 300, 300, 300,
    ])
  })

  it('is zero for fast failures', () => {
    expect(backoffSeconds(1000, 999)).toBe(0)
  })
})

describe('isFailingTooLong', () => {
  it('is true from five days on', () => {
    expect(isFailingTooLong(hoursAgo(5 * 24 - 1), NOON)).toBe(false)
    expect(isFailingTooLong(hoursAgo(5 * 24), NOON)).toBe(true)
  })
})
