import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import { Time } from '#components/ui/time.tsx'

function showDistance(at: string, now: Date, locale = 'en', timeZone = 'UTC'): string {
  const known = { language: 'en', locale, timeZone, theme: 'system' } as const
  const html = renderToStaticMarkup(
    <PreferencesProvider known={known} serverTime={now.getTime()}>
      <Time at={at} show="distance" />
    </PreferencesProvider>,
  )
  return />([^<]*)</.exec(html)![1]!.replaceAll('&#x27;', "'")
}

const HOUR_MILLISECONDS = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

it.each([
  ['right', 0],
  ['three days behind', 3 * DAY_MILLISECONDS],
  ['two hours ahead', -2 * HOUR_MILLISECONDS],
])(
  'tells how long ago something was by the clock of the service, with a device whose clock is %s',
  (_, error) => {
    const serverTime = new Date(Date.now() + error)
    const at = new Date(serverTime.getTime() - 5 * HOUR_MILLISECONDS).toISOString()
    expect(showDistance(at, serverTime)).toBe('5 hours ago')
  },
)

// A Monday.
const now = new Date('2026-11-30T10:00:00Z')

it.each([
  ['2026-12-01T09:00:00Z', ['in 23 hours', 'in 23 Stunden', 'dans 23 heures', 'dentro de 23 horas']],
  ['2026-12-01T11:00:00Z', ['tomorrow', 'morgen', 'demain', 'mañana']],
  ['2026-12-02T09:00:00Z', ['in 2 days', 'übermorgen', 'après-demain', 'pasado mañana']],
  ['2026-12-03T09:00:00Z', ['in 3 days', 'in 3 Tagen', 'dans 3 jours', 'dentro de 3 días']],
  ['2026-11-28T11:00:00Z', ['2 days ago', 'vorgestern', 'avant-hier', 'anteayer']],
  ['2026-10-02T11:00:00Z', ['1 month ago', 'vor 1 Monat', 'il y a 1 mois', 'hace 1 mes']],
  ['2024-12-02T11:00:00Z', ['1 year ago', 'vor 1 Jahr', 'il y a 1 an', 'hace 1 año']],
])('says of %s, in each language: %j', (at, texts) => {
  const shown = ['en', 'de', 'fr', 'es'].map((locale) => showDistance(at, now, locale))
  expect(shown.map((text) => text.replaceAll('\u00A0', ' '))).toEqual(texts)
})

/** The midnight in UTC of the day at `time` in a time zone. */
function dayAt(time: Date, timeZone: string): Date {
  return new Date(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time))
}

/** The same day `months` later; the first of the next month, where that month has no such day. */
function addMonths(day: Date, months: number): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + months]
  return new Date(Math.min(Date.UTC(year, month, day.getUTCDate()), Date.UTC(year, month + 1, 1)))
}

/** The texts of a unit in a language, with how many of it they say. */
function listTexts(locale: string, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always') {
  const format = new Intl.RelativeTimeFormat(locale, { numeric })
  const counts = Array.from({ length: 63 }, (_, index) => index - 31).filter((count) => count !== 0)
  return new Map(counts.map((count) => [format.format(count, unit), count]))
}

const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland']
const languages = ['en', 'de', 'fr', 'es']

it.each(zones.flatMap((zone) => languages.map((language) => [zone, language] as const)))(
  'names days, months and years by the calendar: %s, %s',
  (timeZone, locale) => {
    const days = listTexts(locale, 'day', 'auto')
    const months = listTexts(locale, 'month', 'always')
    const years = listTexts(locale, 'year', 'always')
    const check = (time: Date, at: Date) => {
      const text = showDistance(at.toISOString(), time, locale, timeZone)
      const [from, to] = [dayAt(time, timeZone), dayAt(at, timeZone)]
      if (days.has(text)) return to.getTime() - from.getTime() === days.get(text)! * DAY_MILLISECONDS
      const size = months.has(text) ? 1 : 12
      const count = months.get(text) ?? years.get(text)
      if (count === undefined) return Math.abs(at.getTime() - time.getTime()) <= DAY_MILLISECONDS
      const [first, last] = count < 0 ? [to, from] : [from, to]
      const whole = Math.abs(count) * size
      return addMonths(first, whole) <= last && last < addMonths(first, whole + size)
    }
    const wrong: string[] = []
    for (let index = 0; index < 13; index++) {
      const time = new Date(Date.UTC(2026, index, 29 - 2 * index, 2 * index))
      for (let hours = 1; hours < 30_000; hours = Math.ceil(hours * 1.3))
        for (const sign of [-1, 1]) {
          const at = new Date(time.getTime() + sign * hours * HOUR_MILLISECONDS)
          if (!check(time, at)) wrong.push(`${at.toISOString()} at ${time.toISOString()}`)
        }
    }
    expect(wrong).toEqual([])
  },
)
