import { isRightToLeftLocale, type SignerLocale, signerLocales } from '#lib/core/locales'
import { chosenTexts } from './pseudo.ts'
import type { Texts } from './texts.ts'

/** The texts that signers read, by language, ready for values. */
export function prepareTexts<T extends Texts>(texts: Record<SignerLocale, T>): Record<SignerLocale, T> {
  const prepared = signerLocales.map((locale) => {
    const complete = chosenTexts(texts[locale])
    return [locale, isRightToLeftLocale(locale) ? mapTexts(complete, isolateValues) : complete]
  })
  return Object.fromEntries(prepared)
}

function mapTexts<T extends Texts>(texts: T, change: (text: string) => string): T {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'string' ? change(text) : mapTexts(text, change),
  ])
  return Object.fromEntries(entries)
}

/**
 * Isolates the values of a text that is written from right to left: names, numbers and addresses then keep their own
 * direction, and do not reorder the text around them (UAX #9: first strong isolate, pop directional isolate).
 */
function isolateValues(text: string): string {
  return text.replace(/\{\w+\}/g, '\u2068$&\u2069')
}
