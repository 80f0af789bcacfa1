import { type Locale, nearestLocale } from '#lib/core/locales'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'

/** The consent text of a version. */
export interface Consent {
  version: string
  text: string
}

const texts: Record<Locale, Consent> = { en, fr, de, es }

/** The default text in the signer's language; English for unsupported languages. */
export function defaultConsent(locale: string): Consent {
  return texts[nearestLocale(locale)]
}

/** The default texts of all languages. */
export const defaultConsents: (Consent & { locale: string })[] = Object.entries(texts).map(
  ([locale, consent]) => ({ ...consent, locale }),
)
