import { type ErrorTranslator, loadErrorTranslator } from '#components/i18n/error-translator.ts'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'
import { usePreferences } from '#components/ui/preferences.tsx'
import type { Locale } from '#lib/core/locales'

/** Functions that stay the same in every render. */
const loadIn: Record<Locale, () => Promise<ErrorTranslator>> = {
  en: () => loadErrorTranslator('en'),
  fr: () => loadErrorTranslator('fr'),
  de: () => loadErrorTranslator('de'),
  es: () => loadErrorTranslator('es'),
}

/**
 * Translates the messages of errors that records store, such as `seal_error`; they are English until their translations
 * have loaded.
 * @param isNeeded whether there is such a message
 */
export function useErrorTranslator(isNeeded: boolean): ErrorTranslator {
  const { language } = usePreferences()
  const translator = useLoaded(isNeeded && language !== 'en', loadIn[language])
  return translator ?? ((message) => message)
}
