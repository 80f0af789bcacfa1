import type { Locale } from '#lib/core/locales'

const formats: Record<Locale, string> = { en: 'en-GB', fr: 'fr', de: 'de', es: 'es' }

/** A time in the reader's language, with its time zone (UTC). */
export function formatInstant(language: Locale, time: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(formats[language], format).format(time)} UTC`
}

/** A calendar day (UTC) in the format of the language. */
export function formatDay(language: Locale, time: Date): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(formats[language], format).format(time)
}

/** A number in the format of the language: `10,000`, `10.000`. */
export function formatNumber(language: Locale, value: number): string {
  return new Intl.NumberFormat(formats[language]).format(value)
}
