/** The languages of the dashboard, of visitors’ pages and of emails to users. */
export const dashboardLocales = ['en', 'fr', 'de', 'es'] as const
export type DashboardLocale = (typeof dashboardLocales)[number]

/** The languages of what signers read: the signing page, their emails, consent, errors and certificates. */
export const signerLocales = [
  ...dashboardLocales,
  ...(['it', 'pt', 'nl', 'pl', 'cs', 'sv', 'tr', 'uk', 'el', 'ar', 'he', 'hi', 'ja', 'zh'] as const),
] as const
export type SignerLocale = (typeof signerLocales)[number]

/** The languages of signers in the regions in which numbers and dates are written otherwise: one of each form. */
export const regionalLocales = [
  ...(['ar-EG', 'ar-MA', 'de-AT', 'de-CH', 'en-GB', 'en-CA', 'en-IN', 'en-ZA'] as const),
  ...(['es-CL', 'es-CR', 'es-MX', 'es-PR', 'fr-CA', 'fr-CH', 'fr-LU', 'it-CH'] as const),
  ...(['nl-BE', 'pt-PT', 'sv-FI', 'zh-HK'] as const),
] as const
export type RegionalLocale = (typeof regionalLocales)[number]

/** The languages in which numbers and dates of new processes may be written. */
export const processLocales = [...signerLocales, ...regionalLocales] as const

/** The cookie with the language that a visitor of the dashboard chose. */
export const languageCookie = 'paraph-language'

/** The cookie with the language that a signer chose on the signing page, until the browser is closed. */
export const signingLanguageCookie = 'paraph-signing-language'

/**
 * The first of `locales` in a BCP 47 tag or an `Accept-Language` header, whose order counts; null when it has none.
 */
export function findLocale<Locale extends string>(
  locales: readonly Locale[],
  languages: string | null | undefined,
): Locale | null {
  for (const tag of (languages ?? '').toLowerCase().split(',')) {
    const [language] = tag.trim().split(/[-_;]/)
    const locale = locales.find((locale) => locale === language)
    if (locale) return locale
  }
  return null
}

/** The first language of the dashboard, like `findLocale`; English when there is none. */
export function findNearestDashboardLocale(languages: string | null | undefined): DashboardLocale {
  return findLocale(dashboardLocales, languages) ?? 'en'
}

/** The first language of signers, like `findLocale`; English when there is none. */
export function findNearestSignerLocale(languages: string | null | undefined): SignerLocale {
  return findLocale(signerLocales, languages) ?? 'en'
}

/** Whether a language is written from right to left. */
export function isRightToLeftLocale(locale: SignerLocale): boolean {
  return locale === 'ar' || locale === 'he'
}

/** The tag for `Intl` of dates and numbers in sentences: day before month in English too. */
export function formatTag(locale: SignerLocale): string {
  return locale === 'en' ? 'en-GB' : locale
}
