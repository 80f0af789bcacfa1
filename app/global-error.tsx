'use client'

import { useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { common as english } from '#components/i18n/en/common.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { ErrorPage } from '#components/shell/error-page.tsx'
import { type Locale, nearestLocale } from '#lib/core/locales'
import './globals.css'

/** Loaded with the page only in English. */
const loaders: Record<Locale, () => Promise<{ common: Messages['common'] }>> = {
  en: async () => ({ common: english }),
  fr: () => import('#components/i18n/fr/common.ts'),
  de: () => import('#components/i18n/de/common.ts'),
  es: () => import('#components/i18n/es/common.ts'),
}

/** Shown when the layout fails, which knows the reader's language; so the browser's is used. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const [texts, setTexts] = useState({ locale: 'en' as Locale, common: english })
  useEffect(() => {
    const locale = nearestLocale(navigator.language)
    // Without the texts in the reader's language the page stays in English.
    loaders[locale]().then(
      ({ common }) => setTexts({ locale, common }),
      () => {},
    )
  }, [])
  return (
    <html lang={texts.locale}>
      <body>
        <IntlProvider locale={texts.locale} messages={{ common: texts.common } as Messages}>
          <ErrorPage digest={error.digest} onRetry={reset} />
        </IntlProvider>
      </body>
    </html>
  )
}
