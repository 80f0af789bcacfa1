'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { LanguageOptions } from '#components/i18n/language-options.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import { type DashboardLocale, dashboardLocales } from '#lib/core/locales'

/** The language of the user, for the dashboard and emails. The page is rendered again; typed text stays. */
export function LanguageSetting() {
  const t = useTranslations('settings.account')
  const router = useRouter()
  const { language, setLanguage } = usePreferences()
  // Not from the mutation, whose state comes in a later task: the list would show the previous language until then.
  const [choice, setChoice] = useState<DashboardLocale | null>(null)
  const change = useMutation({
    mutationFn: (locale: DashboardLocale) => api('PATCH /user', { body: { locale } }),
    onSuccess: (_, locale) => {
      setLanguage(locale)
      router.refresh()
    },
    onError: () => setChoice(null),
  })
  function choose(locale: DashboardLocale) {
    setChoice(locale)
    change.mutate(locale)
  }
  return (
    <div className="flex max-w-48 flex-col gap-3">
      <QueryErrorMessage error={change.error} />
      <Select
        aria-label={t('language')}
        value={choice ?? language}
        onChange={(event) => choose(event.target.value as DashboardLocale)}
        disabled={change.isPending}
      >
        <LanguageOptions locales={dashboardLocales} />
      </Select>
    </div>
  )
}
