import { languageNames } from '#components/i18n/language-names.ts'
import type { SignerLocale } from '#lib/core/locales'

interface LanguageOptionsProps {
  locales: readonly SignerLocale[]
  /** The stored language, which may be another one, such as `de-AT`; empty for none. */
  stored?: string
}

/** The options of a select for one of these languages, each by its own name. */
export function LanguageOptions({ locales, stored = '' }: LanguageOptionsProps) {
  const isOther = stored !== '' && !locales.some((locale) => locale === stored)
  return (
    <>
      {isOther ? <option value={stored}>{stored}</option> : null}
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {languageNames[locale]}
        </option>
      ))}
    </>
  )
}
