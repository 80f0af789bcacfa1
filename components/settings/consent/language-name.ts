import { useTranslations } from 'use-intl'
import { usePreferences } from '#components/ui/preferences.tsx'

/** Gives the name of a language in the reader's language; `all` stands for all languages. */
export function useLanguageName(): (locale: string) => string {
  const t = useTranslations('settings.consent')
  const { language } = usePreferences()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (locale) => (locale === 'all' ? t('allLanguages') : (names.of(locale) ?? locale))
}
