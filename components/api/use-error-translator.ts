import { useTranslations } from 'use-intl'
import { type ErrorTranslator, loadErrorTranslator } from '#components/i18n/error-translator.ts'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'
import { usePreferences } from '#components/ui/preferences.tsx'
import type { DashboardLocale } from '#lib/core/locales'

/** Functions that stay the same in every render. */
const loadIn: Record<DashboardLocale, () => Promise<ErrorTranslator>> = {
  en: () => loadErrorTranslator('en'),
  fr: () => loadErrorTranslator('fr'),
  de: () => loadErrorTranslator('de'),
  es: () => loadErrorTranslator('es'),
}

/**
 * Writes errors of records, such as `seal_error`, and of rules in the language of the page; until its texts have loaded,
 * those of records are English, and those of rules are a general one.
 * @param isNeeded whether there is such an error
 */
export function useErrorTranslator(isNeeded: boolean): ErrorTranslator {
  const t = useTranslations('api.errors')
  const { language } = usePreferences()
  const translator = useLoaded(isNeeded, loadIn[language])
  return translator ?? (({ message }) => message ?? t('notValid'))
}
