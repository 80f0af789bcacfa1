'use client'

import { usePreferences } from '#components/ui/preferences.tsx'

/** Units with their lengths in seconds. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
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
    distance: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  }
}

/** A relative time such as "3 minutes ago" or "in 12 days", in the largest fitting unit. */
function formatDistance(iso: string, now: Date, format: Intl.RelativeTimeFormat): string {
  const seconds = Math.round((Date.parse(iso) - now.getTime()) / 1000)
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  return format.format(0, 'second')
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
      {show === 'distance' ? formatDistance(at, now(), formats.distance) : formats[show].format(date)}
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
