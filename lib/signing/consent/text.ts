import { sha256Hex } from '#lib/core/ids'
import { type Locale, nearestLocale } from '#lib/core/locales'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** The consent text in one language. */
export interface Consent {
  version: string
  text: string
}

const texts: Record<Locale, Consent> = { en, fr, de, es }

/** The text in the signer's language; English for unsupported languages. */
export function consentFor(locale: string): Consent {
  return texts[nearestLocale(locale)]
}

/** The text of a version, in its language; null for an unknown version. */
export function consentOf(version: string): Consent | null {
  return Object.values(texts).find((consent) => consent.version === version) ?? null
}

/** The hash of a text for the evidence. */
export function consentHash(consent: Consent): string {
  return sha256Hex(consent.text)
}
