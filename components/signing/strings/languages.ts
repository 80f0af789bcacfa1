import { type Locale, nearestLocale } from '#lib/core/locales'
import { isolated } from '#lib/core/text/isolated'
import { de } from './de.ts'
import { en, type Strings } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

const languages: Record<Locale, Strings> = { en, fr, de, es }

export function stringsOf(language: string): Strings {
  return languages[nearestLocale(language)]
}

/** Replaces the placeholders `{name}` of a text by values. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    isolated(String(values[name] ?? placeholder)),
  )
}
