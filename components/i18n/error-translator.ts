import type { ErrorTemplate } from '#lib/core/error-messages/messages'
import { type Locale, nearestLocale } from '#lib/core/locales'

export type ErrorTranslator = (message: string) => string
type Translations = Record<ErrorTemplate, string>

/** Loads the translations of error messages of the service, which are in English. */
const translationsIn: Record<Locale, () => Promise<Translations | null>> = {
  en: async () => null,
  fr: async () => (await import('./fr/error-messages.ts')).errorMessages,
  de: async () => (await import('./de/error-messages.ts')).errorMessages,
  es: async () => (await import('./es/error-messages.ts')).errorMessages,
}

/** Loads the function that translates error messages of the service; it returns unknown ones unchanged. */
export async function loadErrorTranslator(locale: Locale): Promise<ErrorTranslator> {
  const translations = await translationsIn[locale]()
  return translations ? translatorOf(translations) : (message) => message
}

/** The translator for the language of the page. Without it, errors are shown in English. */
export function loadPageErrorTranslator(): Promise<ErrorTranslator> {
  const { document } = globalThis
  return loadErrorTranslator(nearestLocale(document?.documentElement.lang)).catch(() => (message) => message)
}

function translatorOf(translations: Translations): ErrorTranslator {
  const patterns = Object.entries(translations)
    .filter(([template]) => template.includes('{'))
    // `At most {limit} characters.` before `At most {limit}.`
    .sort(([a], [b]) => literalLength(b) - literalLength(a))
    .map(([template, translation]) => ({ pattern: patternOf(template), translation }))
  const translate = (message: string): string => {
    if (Object.hasOwn(translations, message)) return translations[message as ErrorTemplate]
    for (const { pattern, translation } of patterns) {
      const values = pattern.exec(message)?.groups
      // A value may be a message itself, such as the reason why a document cannot be signed.
      if (values) return translation.replace(/\{(\w+)\}/g, (_, name: string) => translate(values[name]!))
    }
    return message
  }
  return translate
}

function literalLength(template: string): number {
  return template.replace(/\{\w+\}/g, '').length
}

/** The pattern of the messages that a template stands for, with a group for each of its values. */
function patternOf(template: string): RegExp {
  const source = template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `(?<${part}>.*)`))
  return new RegExp(`^${source.join('')}$`, 's')
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
