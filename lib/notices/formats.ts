import { formatTag, type SignerLocale } from '#lib/core/locales'

/** The path of the page of a process or webhook. A new session is live, so that of a test record says its mode. */
export function recordPath(path: string, testMode: boolean): string {
  return testMode ? `${path}?mode=test` : path
}

/** A time in the reader's language, with its time zone (UTC). */
export function formatInstant(language: SignerLocale, time: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(formatTag(language), format).format(time)} UTC`
}

/** A calendar day (UTC) in the format of the language. */
export function formatDay(language: SignerLocale, time: Date): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(formatTag(language), format).format(time)
}

/** A number in the format of the language: `10,000`, `10.000`. */
export function formatNumber(language: SignerLocale, value: number): string {
  return new Intl.NumberFormat(formatTag(language)).format(value)
}
