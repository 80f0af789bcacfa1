'use client'

import { useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import type { Messages } from '#components/i18n/messages.ts'
import { ErrorPage } from '#components/shell/error-page.tsx'
import { type DashboardLocale, findNearestDashboardLocale } from '#lib/core/locales'
import de from '#messages/de/error-page.json'
import en from '#messages/en/error-page.json'
import es from '#messages/es/error-page.json'
import fr from '#messages/fr/error-page.json'
import './globals.css'

const texts: Record<DashboardLocale, typeof en> = { de, en, es, fr }

/** Shown when the layout fails, which knows the reader's language; so the browser's is used. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const [locale, setLocale] = useState<DashboardLocale>('en')
  useEffect(() => setLocale(findNearestDashboardLocale(navigator.language)), [])
  return (
    <html lang={locale}>
      <body>
        <IntlProvider locale={locale} messages={{ common: texts[locale] } as Messages}>
          <ErrorPage digest={error.digest} onRetry={reset} />
        </IntlProvider>
      </body>
    </html>
  )
}
