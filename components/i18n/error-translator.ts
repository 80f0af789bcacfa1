import { type Locale, nearestLocale } from '#lib/core/locales'
import { errorReader, formatError } from '#lib/messages/errors'
import type { Texts } from '#lib/messages/pseudo'

export type ErrorTranslator = (message: string) => string

/** The texts of errors; null in English, which the service speaks. */
const load: Record<Locale, () => Promise<Texts | null>> = {
  en: async () => null,
  fr: async () => (await import('#messages/fr/errors.json')).default,
  de: async () => (await import('#messages/de/errors.json')).default,
  es: async () => (await import('#messages/es/errors.json')).default,
}

/** The texts of errors in the language of the page; null in English, and while they cannot be loaded. */
export function loadPageErrorTexts(): Promise<Texts | null> {
  return load[nearestLocale(globalThis.document?.documentElement.lang)]().catch(() => null)
}

/**
 * Loads the function that translates English messages without a key: those of rules that the browser checks itself, and
 * those that records store. It returns unknown ones unchanged.
 */
export async function loadErrorTranslator(locale: Locale): Promise<ErrorTranslator> {
  const texts = await load[locale]()
  if (!texts) return (message) => message
  const readError = errorReader((await import('#messages/en/errors.json')).default)
  return (message) => {
    const detail = readError(message)
    return (detail && formatError(detail, texts)) ?? message
  }
}

/** The translator for the language of the page. Without it, errors are shown in English. */
export function loadPageErrorTranslator(): Promise<ErrorTranslator> {
  return loadErrorTranslator(nearestLocale(globalThis.document?.documentElement.lang)).catch(
    () => (message) => message,
  )
}
