'use client'

import { type ReactNode, Suspense } from 'react'
import { useTexts } from '#components/i18n/texts.ts'
import { findLanguageForms, type LanguageForms, setLanguageForms } from '#lib/core/text/language-forms'

/** The forms by which the service writes and reads numbers and days of a language, as a script like those of texts. */
const languageFormsUrl = (locale: string) => `/texts/forms.${locale}.js`

/** In the browser, numbers and days are written and read by these forms from now on; the service has its own. */
export function takeLanguageForms(locale: string, forms: LanguageForms | undefined): void {
  // The texts of the version before, during an update, have none.
  if (forms && typeof document !== 'undefined') setLanguageForms(locale, forms)
}

interface WithLanguageFormsProps {
  /** BCP 47 tag. */
  locale: string
  fallback?: ReactNode
  children: ReactNode
}

/** What writes or reads numbers and days of a language, once its forms are there: the browser may not know the language. */
export function WithLanguageForms({ locale, fallback, children }: WithLanguageFormsProps) {
  return (
    <Suspense fallback={fallback}>
      <Taken locale={locale}>{children}</Taken>
    </Suspense>
  )
}

function Taken({ locale, children }: WithLanguageFormsProps) {
  takeLanguageForms(
    locale,
    useTexts(languageFormsUrl(locale), () => findLanguageForms(locale)),
  )
  return children
}
