import { singleton } from './runtime/singleton.ts'

/** A machine whose clock differs from the database's by more than this seals nothing and is not ready. */
export const MAX_OFFSET_SECONDS = 60

export const DAY_SECONDS = 86_400

interface Clock {
  /** How far the clock of this machine is ahead of the database's; 0 before the first measurement. */
  offsetMilliseconds: number
  /** How far tests have moved the time of this process. */
  movedMilliseconds: number
}

const clock = singleton('clock', (): Clock => ({ offsetMilliseconds: 0, movedMilliseconds: 0 }))

/**
 * The current time by the database's clock, as all processes of an installation must agree on it; by this machine's
 * before the first measurement. Each request and job reads it once and passes it on in its context.
 */
export function now(): Date {
  return new Date(getDatabaseTime().getTime() + clock.movedMilliseconds)
}

/** The current time by the database's clock, also where a test has moved `now()`. */
export function getDatabaseTime(): Date {
  return new Date(getMachineMilliseconds() - getClockOffset())
}

/** The time by the clock of this machine, which may be wrong; `CLOCK_OFFSET_MS` makes it wrong for a test. */
export function getMachineMilliseconds(): number {
  return Date.now() + Number(process.env.CLOCK_OFFSET_MS ?? 0)
}

/** How many milliseconds the clock of this machine is ahead of the database's; negative when it is behind. */
export function getClockOffset(): number {
  return clock.offsetMilliseconds
}

/** Sets the measured offset of this machine's clock (db/clock.ts). */
export function setClockOffset(milliseconds: number): void {
  clock.offsetMilliseconds = milliseconds
}

/** Whether the clock of this machine differs from the database's by a minute at most. */
export function isClockRight(): boolean {
  return isRightOffset(getClockOffset())
}

/** Whether an offset from the database's clock is a minute at most. */
export function isRightOffset(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= MAX_OFFSET_SECONDS * 1000
}

/** Moves this process's time by `milliseconds` (tests of expiry, reminders and retention). */
export function moveClock(milliseconds: number): void {
  clock.movedMilliseconds += milliseconds
}

/** The later of two instants. */
export function latest(instant: Date, other: Date): Date {
  return instant > other ? instant : other
}

/** The earlier of two instants, where there is a second one. */
export function earliest(instant: Date, other: Date | null | undefined): Date {
  return other && other < instant ? other : instant
}

/** `instant` plus a number of days of 24 hours. */
export function addDays(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_SECONDS * 1000)
}

/** `instant` plus a number of seconds. */
export function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

/**
 * Seconds until the end of a wait, rounded up; 0 when it is over.
 * @param longest how long the wait was at its beginning: one that lasts longer than this still, by more than clocks may
 * differ, began before the clock of the database was set back, and is over
 */
export function secondsUntil(end: Date, time: Date, longest = Number.POSITIVE_INFINITY): number {
  const milliseconds = end.getTime() - time.getTime()
  if (milliseconds > (longest + MAX_OFFSET_SECONDS) * 1000) return 0
  return Math.max(0, Math.ceil(milliseconds / 1000))
}

/**
 * Whether an instant that was the present is ahead of `time` by more than clocks may differ: the clock of the database was
 * set back since.
 */
export function isFuture(instant: Date, time: Date): boolean {
  return instant.getTime() - time.getTime() > MAX_OFFSET_SECONDS * 1000
}

/** The first instant after a UTC day written `YYYY-MM-DD`; an instant is its own end. */
export function parseEnd(dayOrInstant: string): Date {
  return dayOrInstant.length === 10 ? dayAfter(dayOrInstant) : new Date(dayOrInstant)
}

/** The first instant of a UTC day written `YYYY-MM-DD`. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The first instant after a UTC day written `YYYY-MM-DD`. */
export function dayAfter(day: string): Date {
  return addDays(dayStart(day), 1)
}

/** When a day begins in a time zone. @param day its midnight in UTC */
export function startOfDay(day: Date, timeZone: string): Date {
  // The offset may change on the day: the midnights by that of the day before and of the day after.
  const midnights = [-1, 1]
    .map((days) => new Date(day.getTime() - offsetAt(addDays(day, days), timeZone)))
    .sort((a, b) => a.getTime() - b.getTime())
  return midnights.find((start) => start.getTime() + offsetAt(start, timeZone) >= day.getTime())!
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: Date, timeZone: string): number {
  const text = instant.toLocaleString('en', { timeZone, timeZoneName: 'longOffset' })
  const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}

/** The last `count` months up to that of `time` (UTC), oldest first, each written `YYYY-MM`. */
export function lastMonths(time: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const firstDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - (count - 1) + index, 1))
    return firstDay.toISOString().slice(0, 7)
  })
}
