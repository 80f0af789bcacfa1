'use client'

import { usePreferences } from '#components/ui/preferences.tsx'
import { DAY_SECONDS } from '#lib/core/clock'

/** Units of less than a day with their lengths in seconds. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3600],
  ['minute', 60],
]

const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const dateTime: Intl.DateTimeFormatOptions = { ...day, hour: '2-digit', minute: '2-digit' }
const full: Intl.DateTimeFormatOptions = { ...dateTime, second: '2-digit', timeZoneName: 'short' }

// Creating a formatter takes a hundred times as long as using it.
const formatters = new Map<string, ReturnType<typeof makeFormatters>>()
const MAX_CACHED = 100

function getFormatters(locale: string, timeZone: string) {
  const name = `${locale} ${timeZone}`
  const cached = formatters.get(name)
  if (cached) return cached
  if (formatters.size >= MAX_CACHED) formatters.clear()
  const created = makeFormatters(locale, timeZone)
  formatters.set(name, created)
  return created
}

function makeFormatters(locale: string, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone })
  return {
    day: format(day),
    moment: format(dateTime),
    full: format(full),
    // Written `2026-11-23`.
    calendar: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
    distance: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    // Not "next month", which is one of the calendar: some of its days are two whole months away.
    months: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
  }
}

/**
 * A relative time such as "3 minutes ago" or "in 12 days", in the largest fitting unit; from 24 hours on by the calendar
 * of the time zone, as "tomorrow" is a day of it.
 */
function formatDistance(at: Date, now: Date, formats: ReturnType<typeof makeFormatters>): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const sign = Math.sign(seconds)
  const [earlier, later] = (sign < 0 ? [at, now] : [now, at]).map((time) => formats.calendar.format(time))
  const months = countMonths(earlier!, later!)
  const days = (Date.parse(later!) - Date.parse(earlier!)) / (DAY_SECONDS * 1000)
  if (months >= 12) return formats.months.format(sign * Math.floor(months / 12), 'year')
  if (months > 0) return formats.months.format(sign * months, 'month')
  // Where the clocks are set back, a day has 25 hours.
  if (Math.abs(seconds) >= DAY_SECONDS && days > 0) return formats.distance.format(sign * days, 'day')
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return formats.distance.format(Math.trunc(seconds / size), unit)
  return formats.distance.format(0, 'second')
}

/** The whole months between two days such as `2026-11-23`. */
function countMonths(earlier: string, later: string): number {
  const [from, to] = [earlier, later].map((day) => day.split('-').map(Number))
  const [years, months, days] = to!.map((part, index) => part - from![index]!)
  return years! * 12 + months! - (days! < 0 ? 1 : 0)
}

/** A time in the user's time zone and language. */
export function Time({ at, show = 'moment' }: { at: string; show?: 'day' | 'moment' | 'distance' }) {
  const { locale, timeZone, now } = usePreferences()
  const formats = getFormatters(locale, timeZone)
  const date = new Date(at)
  return (
    // suppressHydrationWarning: time has passed since the server rendered it.
    <time
      dateTime={at}
      title={formats.full.format(date)}
      className="figures whitespace-nowrap"
      suppressHydrationWarning
    >
      {show === 'distance' ? formatDistance(date, now(), formats) : formats[show].format(date)}
    </time>
  )
}

/** Formats a day in the user's time zone and language. */
export function useDay(): (iso: string) => string {
  const { locale, timeZone } = usePreferences()
  return (iso) => getFormatters(locale, timeZone).day.format(new Date(iso))
}

/** Formats a day such as `2026-11-25`, as it is in UTC, in the user's language. */
export function useUtcDay(): (day: string) => string {
  const { locale } = usePreferences()
  return (day) => getFormatters(locale, 'UTC').day.format(new Date(day))
}

/** Formats a month such as `2026-11` in the user's language. */
export function useMonthName(): (month: string, options: Intl.DateTimeFormatOptions) => string {
  const { locale } = usePreferences()
  return (month, options) =>
    new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, { ...options, timeZone: 'UTC' })
}

/** Formats a number in the user's language. */
export function useNumbers(): (value: number, options?: Intl.NumberFormatOptions) => string {
  const { locale } = usePreferences()
  return (value, options) => value.toLocaleString(locale, options)
}
