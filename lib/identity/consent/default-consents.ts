import { findNearestLocale, type Locale } from '#lib/core/locales'
import de from '#messages/de/consent.json' with { type: 'json' }
import en from '#messages/en/consent.json' with { type: 'json' }
import es from '#messages/es/consent.json' with { type: 'json' }
import fr from '#messages/fr/consent.json' with { type: 'json' }

/**
 * Consent to sign electronically: the information that the ESIGN Act (15 U.S.C. § 7001(c)) and eIDAS require. A changed
 * text is a new version; once it was released, the old one must stay readable.
 */
export interface Consent {
  version: string
  text: string
}

const texts: Record<Locale, Consent> = { en, fr, de, es }

/** The default text in the signer's language; English for unsupported languages. */
export function defaultConsent(locale: string): Consent {
  return texts[findNearestLocale(locale)]
}

/** The default texts of all languages. */
export const defaultConsents: (Consent & { locale: string })[] = Object.entries(texts).map(
  ([locale, consent]) => ({ ...consent, locale }),
)
