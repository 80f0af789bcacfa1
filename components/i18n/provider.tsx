'use client'

import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { Messages } from '#components/i18n/messages.ts'
import { usePreferences } from '#components/ui/preferences.tsx'

interface TranslationProviderProps {
  messages: Messages | Pick<Messages, 'common'>
  children?: ReactNode
}

/** Gives `useTranslations` the texts of the reader's language. */
export function TranslationProvider({ messages, children }: TranslationProviderProps) {
  const { language, timeZone } = usePreferences()
  return (
    <IntlProvider locale={language} timeZone={timeZone} messages={messages as Messages}>
      {children}
    </IntlProvider>
  )
}
