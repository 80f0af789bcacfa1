import type { SignerLocale } from '#lib/core/locales'

/** The languages, each by its own name. */
export const languageNames: Record<SignerLocale, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  cs: 'Čeština',
  sv: 'Svenska',
  tr: 'Türkçe',
  uk: 'Українська',
  el: 'Ελληνικά',
  ar: 'العربية',
  he: 'עברית',
  hi: 'हिन्दी',
  ja: '日本語',
  zh: '简体中文',
}
