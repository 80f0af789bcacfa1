const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** The name of a consent text's language. */
export function consentLanguage(locale: string): string {
  return locale === 'all' ? 'All languages' : (languageNames.of(locale) ?? locale)
}
