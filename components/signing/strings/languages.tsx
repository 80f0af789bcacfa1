import { de } from './de.ts'
import { en, type Strings } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

const languages: Record<string, Strings> = { en, fr, de, es }

/** The language of the house nearest to a BCP 47 tag or an Accept-Language header; English where none fits. */
export function nearestLanguage(wanted: string | null | undefined): string {
  const tags = (wanted ?? '').split(',').map((part) => part.trim().split(/[-_;]/)[0]?.toLowerCase() ?? '')
  return tags.find((tag) => Object.hasOwn(languages, tag)) ?? 'en'
}

export function stringsOf(language: string): Strings {
  return languages[nearestLanguage(language)] ?? en
}

/** Puts values into `{name}` places. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
