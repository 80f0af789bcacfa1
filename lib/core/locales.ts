/** The languages of emails and signing pages. */
export const locales = ['en', 'fr', 'de', 'es'] as const
export type Locale = (typeof locales)[number]

/** The cookie with the language that a visitor of the dashboard chose. */
export const languageCookie = 'paraph-language'

/** The first supported language of a BCP 47 tag or an `Accept-Language` header; null when none is supported. */
export function supportedLocale(languages: string): Locale | null {
  for (const tag of languages.toLowerCase().split(',')) {
    const [language] = tag.trim().split(/[-_;]/)
    const locale = locales.find((locale) => locale === language)
    if (locale) return locale
  }
  return null
}

/** The first supported language, like `supportedLocale`; English when none is supported. */
export function findNearestLocale(language: string | null | undefined): Locale {
  return supportedLocale(language ?? '') ?? 'en'
}
