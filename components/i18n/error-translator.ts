import { findNearestSignerLocale, type SignerLocale } from '#lib/core/locales'
import { type ErrorDetail, type ErrorText, formatError } from '#lib/messages/errors'
import type { Texts } from '#lib/messages/texts'

/** The text of an error in one language; its own message when it has no text there. */
export type ErrorTranslator = (error: ErrorText) => string

/** The error of a record of the API: its message, and what that is made of. */
export function asError(
  message: string,
  detail: { key: string; values: Record<string, unknown> } | null | undefined,
): ErrorText {
  return { ...((detail as ErrorDetail | null) ?? { key: '', values: {} }), message }
}

/** The languages of the dashboard have all errors, the others those that signers see. */
const load: Record<SignerLocale, () => Promise<Texts>> = {
  en: async () => (await import('#messages/en/errors.json')).default,
  fr: async () => (await import('#messages/fr/errors.json')).default,
  de: async () => (await import('#messages/de/errors.json')).default,
  es: async () => (await import('#messages/es/errors.json')).default,
  it: async () => (await import('#messages/it/errors.json')).default,
  pt: async () => (await import('#messages/pt/errors.json')).default,
  nl: async () => (await import('#messages/nl/errors.json')).default,
  pl: async () => (await import('#messages/pl/errors.json')).default,
  cs: async () => (await import('#messages/cs/errors.json')).default,
  sv: async () => (await import('#messages/sv/errors.json')).default,
  tr: async () => (await import('#messages/tr/errors.json')).default,
  uk: async () => (await import('#messages/uk/errors.json')).default,
  el: async () => (await import('#messages/el/errors.json')).default,
  ar: async () => (await import('#messages/ar/errors.json')).default,
  he: async () => (await import('#messages/he/errors.json')).default,
  hi: async () => (await import('#messages/hi/errors.json')).default,
  ja: async () => (await import('#messages/ja/errors.json')).default,
  zh: async () => (await import('#messages/zh/errors.json')).default,
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
export async function loadErrorTranslator(locale: SignerLocale): Promise<ErrorTranslator> {
  const texts = await load[locale]()
  return (error) => formatError(error, texts) ?? error.message ?? error.key
}

/** The translator for the language of the page. */
export function loadPageErrorTranslator(): Promise<ErrorTranslator> {
  return loadErrorTranslator(getPageLocale())
}

function getPageLocale(): SignerLocale {
  return findNearestSignerLocale(globalThis.document?.documentElement.lang)
}
