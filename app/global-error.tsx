'use client'

import { IntlProvider } from 'use-intl'
import { errorPage } from '#components/i18n/en/error-page.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { ErrorPage } from '#components/shell/error-page.tsx'
import './globals.css'

export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <html lang="en">
      <body>
        <IntlProvider locale="en" messages={{ common: errorPage } as Messages}>
          <ErrorPage digest={error.digest} onRetry={reset} />
        </IntlProvider>
      </body>
    </html>
  )
}
