import type { SignerLocale } from '#lib/core/locales'
import ar from '#messages/ar/signing.json' with { type: 'json' }
import cs from '#messages/cs/signing.json' with { type: 'json' }
import de from '#messages/de/signing.json' with { type: 'json' }
import el from '#messages/el/signing.json' with { type: 'json' }
import en from '#messages/en/signing.json' with { type: 'json' }
import es from '#messages/es/signing.json' with { type: 'json' }
import fr from '#messages/fr/signing.json' with { type: 'json' }
import he from '#messages/he/signing.json' with { type: 'json' }
import hi from '#messages/hi/signing.json' with { type: 'json' }
import it from '#messages/it/signing.json' with { type: 'json' }
import ja from '#messages/ja/signing.json' with { type: 'json' }
import nl from '#messages/nl/signing.json' with { type: 'json' }
import pl from '#messages/pl/signing.json' with { type: 'json' }
import pt from '#messages/pt/signing.json' with { type: 'json' }
import sv from '#messages/sv/signing.json' with { type: 'json' }
import tr from '#messages/tr/signing.json' with { type: 'json' }
import uk from '#messages/uk/signing.json' with { type: 'json' }
import zh from '#messages/zh/signing.json' with { type: 'json' }
import { prepareTexts } from './signer-texts.ts'

/** The texts of the signing page, with their language for plurals. */
export type SigningTexts = typeof en & { locale: SignerLocale }

const texts = prepareTexts({ en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh })

export function getSigningTexts(locale: SignerLocale): SigningTexts {
  return { ...texts[locale], locale }
}
