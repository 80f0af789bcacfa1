import { useTexts } from '#components/i18n/texts.ts'
import { findLanguageForms, type LanguageForms, setLanguageForms } from '#lib/core/text/language-forms'

/** The forms by which the service writes and reads numbers and days of a language, as a script like those of texts. */
const languageFormsUrl = (locale: string) => `/texts/forms.${locale}.js`

/** In the browser, numbers and days are written and read by these forms from now on; the service has its own. */
export function takeLanguageForms(locale: string, forms: LanguageForms | undefined): void {
  // The texts of the version before, during an update, have none.
  if (forms && typeof document !== 'undefined') setLanguageForms(locale, forms)
}

/**
 * For what writes or reads numbers and days of a language: waits for its forms, as the browser may not know the language.
 * @param locale BCP 47 tag
 */
export function useLanguageForms(locale: string): void {
  takeLanguageForms(
    locale,
    useTexts(languageFormsUrl(locale), () => findLanguageForms(locale)),
  )
}
