import type { Locale } from '#lib/core/locales'
import de from '#messages/de/emails.json' with { type: 'json' }
import en from '#messages/en/emails.json' with { type: 'json' }
import es from '#messages/es/emails.json' with { type: 'json' }
import fr from '#messages/fr/emails.json' with { type: 'json' }
import { chosenTexts } from './pseudo.ts'

/** The texts of all emails. */
export type EmailTexts = typeof en

export const emailTexts: Record<Locale, EmailTexts> = {
  en: chosenTexts(en),
  fr: chosenTexts(fr),
  de: chosenTexts(de),
  es: chosenTexts(es),
}
