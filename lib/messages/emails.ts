import type { DashboardLocale, SignerLocale } from '#lib/core/locales'
import ar from '#messages/ar/signer-emails.json' with { type: 'json' }
import cs from '#messages/cs/signer-emails.json' with { type: 'json' }
import deUsers from '#messages/de/emails.json' with { type: 'json' }
import deErrors from '#messages/de/errors.json' with { type: 'json' }
import de from '#messages/de/signer-emails.json' with { type: 'json' }
import el from '#messages/el/signer-emails.json' with { type: 'json' }
import enUsers from '#messages/en/emails.json' with { type: 'json' }
import enErrors from '#messages/en/errors.json' with { type: 'json' }
import en from '#messages/en/signer-emails.json' with { type: 'json' }
import esUsers from '#messages/es/emails.json' with { type: 'json' }
import esErrors from '#messages/es/errors.json' with { type: 'json' }
import es from '#messages/es/signer-emails.json' with { type: 'json' }
import frUsers from '#messages/fr/emails.json' with { type: 'json' }
import frErrors from '#messages/fr/errors.json' with { type: 'json' }
import fr from '#messages/fr/signer-emails.json' with { type: 'json' }
import he from '#messages/he/signer-emails.json' with { type: 'json' }
import hi from '#messages/hi/signer-emails.json' with { type: 'json' }
import it from '#messages/it/signer-emails.json' with { type: 'json' }
import ja from '#messages/ja/signer-emails.json' with { type: 'json' }
import nl from '#messages/nl/signer-emails.json' with { type: 'json' }
import pl from '#messages/pl/signer-emails.json' with { type: 'json' }
import pt from '#messages/pt/signer-emails.json' with { type: 'json' }
import sv from '#messages/sv/signer-emails.json' with { type: 'json' }
import tr from '#messages/tr/signer-emails.json' with { type: 'json' }
import uk from '#messages/uk/signer-emails.json' with { type: 'json' }
import zh from '#messages/zh/signer-emails.json' with { type: 'json' }
import { chosenTexts } from './pseudo.ts'
import { prepareTexts } from './signer-texts.ts'
import type { Texts } from './texts.ts'

/** The texts of emails to signers, and those that all emails have. */
export type SignerEmailTexts = typeof en

/** The texts of emails to users. */
export type UserEmailTexts = SignerEmailTexts & typeof enUsers

export const signerEmailTexts: Record<SignerLocale, SignerEmailTexts> = prepareTexts({
  ...{ en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh },
})

export const userEmailTexts: Record<DashboardLocale, UserEmailTexts> = {
  en: { ...signerEmailTexts.en, ...chosenTexts(enUsers) },
  fr: { ...signerEmailTexts.fr, ...chosenTexts(frUsers) },
  de: { ...signerEmailTexts.de, ...chosenTexts(deUsers) },
  es: { ...signerEmailTexts.es, ...chosenTexts(esUsers) },
}

/** The texts of errors in emails to users. */
export const userErrorTexts: Record<DashboardLocale, Texts> = {
  en: chosenTexts(enErrors),
  fr: chosenTexts(frErrors),
  de: chosenTexts(deErrors),
  es: chosenTexts(esErrors),
}
