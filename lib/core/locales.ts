/** The languages the product speaks to people in. */
export const locales = ['en', 'fr', 'de', 'es'] as const
export type Locale = (typeof locales)[number]

/** The first of ours in a BCP 47 tag or an `Accept-Language` header; null where there is none. */
export function supportedLocale(wanted: string): Locale | null {
  for (const tag of wanted.toLowerCase().split(',')) {
    const [language] = tag.trim().split(/[-_;]/)
    const locale = locales.find((locale) => locale === language)
    if (locale) return locale
  }
  return null
}

/** The same, English where there is none. */
export function nearestLocale(language: string | null | undefined): Locale {
  return supportedLocale(language ?? '') ?? 'en'
}
