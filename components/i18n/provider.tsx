'use client'

import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { Messages } from '#components/i18n/messages.ts'
import { useTexts } from '#components/i18n/texts.ts'
import { usePreferences } from '#components/ui/preferences.tsx'
import type { DashboardLocale } from '#lib/core/locales'

interface TranslationProviderProps {
  /** The URL of the script with the texts. */
  textsUrl: string
  /** The language of the texts, for pages that are in one language only; else the reader's. */
  only?: DashboardLocale
  children?: ReactNode
}

/** Gives `useTranslations` the texts of the reader's language. */
export function TranslationProvider({ textsUrl, only, children }: TranslationProviderProps) {
  const { language, timeZone } = usePreferences()
  return (
    <IntlProvider locale={only ?? language} timeZone={timeZone} messages={useTexts<Messages>(textsUrl)}>
      {children}
    </IntlProvider>
  )
}
