'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LanguageOptions } from '#components/i18n/language-options.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import { type DashboardLocale, dashboardLocales } from '#lib/core/locales'

/** The language of a visitor, remembered in a cookie; typed text stays. */
export function LanguageSelect() {
  const t = useTranslations('auth')
  const router = useRouter()
  const { language, setLanguage } = usePreferences()
  return (
    <select
      aria-label={t('language')}
      value={language}
      onChange={(event) => {
        setLanguage(event.target.value as DashboardLocale)
        router.refresh()
      }}
      className="rounded-md border border-rule bg-card px-2 py-1 text-sm text-ink-soft hover:text-ink"
    >
      <LanguageOptions locales={dashboardLocales} />
    </select>
  )
}
