const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 minutes ago", "in 12 days": how far `iso` lies from `now`, in the largest fitting unit. */
export function distanceOf(iso: string, now: number, locale?: string): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  return format.format(0, 'second')
}

const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const moment: Intl.DateTimeFormatOptions = { ...day, hour: '2-digit', minute: '2-digit' }

/** A time in the reader's own zone and language; rendered only after data came, so never on the server. */
export function Time({ at, show = 'moment' }: { at: string; show?: 'day' | 'moment' | 'distance' }) {
  const date = new Date(at)
  const full = date.toLocaleString(undefined, { ...moment, second: '2-digit', timeZoneName: 'short' })
  const words =
    show === 'distance'
      ? distanceOf(at, Date.now())
      : date.toLocaleString(undefined, show === 'day' ? day : moment)
  return (
    <time dateTime={at} title={full} className="figures whitespace-nowrap" suppressHydrationWarning>
      {words}
    </time>
  )
}
