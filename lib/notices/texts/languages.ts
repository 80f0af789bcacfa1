import type { Locale } from '#lib/core/locales'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

export const languages: Record<Locale, Texts> = { en, fr, de, es }

/** Replaces the placeholders `{name}` of a text, in one pass: a value that looks like a placeholder is not replaced. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

/** A time in the reader's language, with its time zone (UTC). */
export function instantIn(language: Locale, time: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(languages[language].dates, format).format(time)} UTC`
}

/** A calendar day (UTC) in the format of the language. */
export function dayIn(language: Locale, time: Date): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(languages[language].dates, format).format(time)
}

/** A number in the format of the language: `10,000`, `10.000`. */
export function numberIn(language: Locale, value: number): string {
  return new Intl.NumberFormat(languages[language].dates).format(value)
}
