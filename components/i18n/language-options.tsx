import { languageNames } from '#components/i18n/language-names.ts'
import type { SignerLocale } from '#lib/core/locales'

interface LanguageOptionsProps {
  locales: readonly SignerLocale[]
  /** The stored language, which may be another one, such as `de-AT`; empty for none. */
  stored?: string
  /** Names of the languages in regions, which come after them. */
  regional?: Record<string, string>
}

const NO_REGIONS = {}

/** The options of a select for one of these languages, each by its own name. */
export function LanguageOptions({ locales, stored = '', regional = NO_REGIONS }: LanguageOptionsProps) {
  const isOther = stored !== '' && !locales.some((locale) => locale === stored)
  return (
    <>
      {isOther ? <option value={stored}>{regional[stored] ?? stored}</option> : null}
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {languageNames[locale]}
        </option>
      ))}
      {Object.entries(regional)
        .filter(([locale]) => locale !== stored)
        .map(([locale, name]) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
    </>
  )
}
