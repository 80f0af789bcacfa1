import { languageNames } from '#components/i18n/language-names.ts'
import type { SignerLocale } from '#lib/core/locales'

/** The options of a select for one of these languages, each by its own name. */
export function LanguageOptions({ locales }: { locales: readonly SignerLocale[] }) {
  return locales.map((locale) => (
    <option key={locale} value={locale} lang={locale}>
      {languageNames[locale]}
    </option>
  ))
}
