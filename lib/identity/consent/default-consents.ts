import { findNearestSignerLocale, type SignerLocale } from '#lib/core/locales'
import ar from '#messages/ar/consent.json' with { type: 'json' }
import cs from '#messages/cs/consent.json' with { type: 'json' }
import de from '#messages/de/consent.json' with { type: 'json' }
import el from '#messages/el/consent.json' with { type: 'json' }
import en from '#messages/en/consent.json' with { type: 'json' }
import es from '#messages/es/consent.json' with { type: 'json' }
import fr from '#messages/fr/consent.json' with { type: 'json' }
import he from '#messages/he/consent.json' with { type: 'json' }
import hi from '#messages/hi/consent.json' with { type: 'json' }
import it from '#messages/it/consent.json' with { type: 'json' }
import ja from '#messages/ja/consent.json' with { type: 'json' }
import nl from '#messages/nl/consent.json' with { type: 'json' }
import pl from '#messages/pl/consent.json' with { type: 'json' }
import pt from '#messages/pt/consent.json' with { type: 'json' }
import sv from '#messages/sv/consent.json' with { type: 'json' }
import tr from '#messages/tr/consent.json' with { type: 'json' }
import uk from '#messages/uk/consent.json' with { type: 'json' }
import zh from '#messages/zh/consent.json' with { type: 'json' }

/**
 * Consent to sign electronically: the information that the ESIGN Act (15 U.S.C. § 7001(c)) and eIDAS require. A changed
 * text is a new version, at the head of its file; signatures and packages name the earlier ones, which stay.
 */
export interface Consent {
  version: string
  text: string
}

interface DefaultConsent extends Consent {
  locale: string
  /** Whether it is the latest of its language. */
  current: boolean
}

const versions: Record<SignerLocale, Consent[]> = {
  ...{ en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh },
}

/** The latest default text in the signer's language; English for unsupported languages. */
export function defaultConsent(locale: string): Consent {
  return versions[findNearestSignerLocale(locale)][0]!
}

/** All versions of the default texts of all languages. */
export const defaultConsents: DefaultConsent[] = Object.entries(versions).flatMap(([locale, ofLocale]) =>
  ofLocale.map((consent, index) => ({ ...consent, locale, current: index === 0 })),
)
