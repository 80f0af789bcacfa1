import { findNearestLocale, type Locale } from '#lib/core/locales'
import { type ErrorDetail, type ErrorText, formatError } from '#lib/messages/errors'
import type { Texts } from '#lib/messages/pseudo'

/** The text of an error in one language; its own message when it has no text there. */
export type ErrorTranslator = (error: ErrorText) => string

/** The error of a record of the API: its message, and what that is made of. */
export function asError(
  message: string,
  detail: { key: string; values: Record<string, unknown> } | null | undefined,
): ErrorText {
  return { ...((detail as ErrorDetail | null) ?? { key: '', values: {} }), message }
}

const load: Record<Locale, () => Promise<Texts>> = {
  en: async () => (await import('#messages/en/errors.json')).default,
  fr: async () => (await import('#messages/fr/errors.json')).default,
  de: async () => (await import('#messages/de/errors.json')).default,
  es: async () => (await import('#messages/es/errors.json')).default,
}

/**
 * The texts of errors in the language of the page; null in English, which the service speaks, and without a network.
 */
export async function loadPageErrorTexts(): Promise<Texts | null> {
  const locale = getPageLocale()
  return locale === 'en' ? null : load[locale]().catch(() => null)
}

/**
 * Loads the function that writes errors in a language: those of rules that the browser checks, and those of records.
 */
export async function loadErrorTranslator(locale: Locale): Promise<ErrorTranslator> {
  const texts = await load[locale]()
  return (error) => formatError(error, texts) ?? error.message ?? error.key
}

/** The translator for the language of the page. */
export function loadPageErrorTranslator(): Promise<ErrorTranslator> {
  return loadErrorTranslator(getPageLocale())
}

function getPageLocale(): Locale {
  return findNearestLocale(globalThis.document?.documentElement.lang)
}
