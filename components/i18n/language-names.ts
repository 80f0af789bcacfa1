import type { Locale } from '#lib/core/locales'

/** The languages of the dashboard, each by its own name. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
}
