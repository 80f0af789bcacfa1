import type { Locale } from '#lib/core/locales'
import de from '#messages/de/signing.json' with { type: 'json' }
import en from '#messages/en/signing.json' with { type: 'json' }
import es from '#messages/es/signing.json' with { type: 'json' }
import fr from '#messages/fr/signing.json' with { type: 'json' }
import { chosenTexts } from './pseudo.ts'

/** The texts of the signing page. */
export type SigningTexts = typeof en

export const signingTexts: Record<Locale, SigningTexts> = {
  en: chosenTexts(en),
  fr: chosenTexts(fr),
  de: chosenTexts(de),
  es: chosenTexts(es),
}
