/** Added to the system clock, for tests. */
let offsetMilliseconds = Number(process.env.CLOCK_OFFSET_MS ?? 0)

/** The current time. Each request and job reads it once and passes it on in its context. */
export function now(): Date {
  return new Date(Date.now() + offsetMilliseconds)
}

/** Moves this process's clock by `milliseconds` (tests of expiry, reminders and retention). */
export function moveClock(milliseconds: number): void {
  offsetMilliseconds += milliseconds
}

/** `instant` plus a number of days of 24 hours. */
export function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * 86_400_000)
}

/** `instant` plus a number of seconds. */
export function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

/** The last `count` months up to that of `time` (UTC), oldest first, each written `YYYY-MM`. */
export function lastMonths(time: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const firstDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - (count - 1) + index, 1))
    return firstDay.toISOString().slice(0, 7)
  })
}
