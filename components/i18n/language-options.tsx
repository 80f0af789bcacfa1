import { languageNames } from '#components/i18n/language-names.ts'
import { locales } from '#lib/core/locales'

/** The options of a select for a language. */
export function LanguageOptions() {
  return locales.map((locale) => (
    <option key={locale} value={locale} lang={locale}>
      {languageNames[locale]}
    </option>
  ))
}
