'use client'

import { useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { errorPage as de } from '#components/i18n/de/error-page.ts'
import { errorPage as en } from '#components/i18n/en/error-page.ts'
import { errorPage as es } from '#components/i18n/es/error-page.ts'
import { errorPage as fr } from '#components/i18n/fr/error-page.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { ErrorPage } from '#components/shell/error-page.tsx'
import { type Locale, nearestLocale } from '#lib/core/locales'
import './globals.css'

const texts: Record<Locale, typeof en> = { de, en, es, fr }

/** Shown when the layout fails, which knows the reader's language; so the browser's is used. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const [locale, setLocale] = useState<Locale>('en')
  useEffect(() => setLocale(nearestLocale(navigator.language)), [])
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
