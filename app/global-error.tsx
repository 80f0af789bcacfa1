'use client'

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
        <ErrorPage digest={error.digest} onRetry={reset} />
      </body>
    </html>
  )
}
