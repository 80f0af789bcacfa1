import { sha256Hex } from '#lib/core/ids'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** What a signer agrees to, in one language. */
export interface Consent {
  version: string
  text: string
}

const texts: Record<string, Consent> = { en, fr, de, es }

/** The text in the signer's language, or in English. */
export function consentFor(locale: string): Consent {
  return texts[locale.slice(0, 2).toLowerCase()] ?? en
}

/** The text of a version, in whichever language it was shown; null for a version that was never shown. */
export function consentOf(version: string): Consent | null {
  return Object.values(texts).find((consent) => consent.version === version) ?? null
}

/** What the evidence keeps of a text. */
export function consentHash(consent: Consent): string {
  return sha256Hex(consent.text)
}
