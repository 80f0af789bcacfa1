import type { SignerLocale } from '#lib/core/locales'
import ar from '#messages/ar/verify.json' with { type: 'json' }
import cs from '#messages/cs/verify.json' with { type: 'json' }
import de from '#messages/de/verify.json' with { type: 'json' }
import el from '#messages/el/verify.json' with { type: 'json' }
import en from '#messages/en/verify.json' with { type: 'json' }
import es from '#messages/es/verify.json' with { type: 'json' }
import fr from '#messages/fr/verify.json' with { type: 'json' }
import he from '#messages/he/verify.json' with { type: 'json' }
import hi from '#messages/hi/verify.json' with { type: 'json' }
import it from '#messages/it/verify.json' with { type: 'json' }
import ja from '#messages/ja/verify.json' with { type: 'json' }
import nl from '#messages/nl/verify.json' with { type: 'json' }
import pl from '#messages/pl/verify.json' with { type: 'json' }
import pt from '#messages/pt/verify.json' with { type: 'json' }
import sv from '#messages/sv/verify.json' with { type: 'json' }
import tr from '#messages/tr/verify.json' with { type: 'json' }
import uk from '#messages/uk/verify.json' with { type: 'json' }
import zh from '#messages/zh/verify.json' with { type: 'json' }
import { prepareTexts } from './signer-texts.ts'
import { getSigningTexts } from './signing.ts'

/** What fields are for, which the signing page calls the same. */
const fieldNames = [
  ...(['signature', 'initials', 'date', 'name', 'email', 'company'] as const),
  ...(['text', 'number', 'checkbox', 'radio', 'dropdown', 'attachment'] as const),
]

/** The texts of the page `/verify` and of its report, with their language. */
export type VerifyTexts = typeof en & {
  locale: SignerLocale
  fields: Record<(typeof fieldNames)[number], string>
}

const texts = prepareTexts({ en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh })

export function getVerifyTexts(locale: SignerLocale): VerifyTexts {
  const signing = getSigningTexts(locale)
  const fields = Object.fromEntries(fieldNames.map((name) => [name, signing[name]])) as VerifyTexts['fields']
  return { ...texts[locale], locale, fields }
}
