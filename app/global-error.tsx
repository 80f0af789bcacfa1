'use client'

import { Broken } from '#components/shell/broken'
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
        <Broken digest={error.digest} onRetry={reset} />
      </body>
    </html>
  )
}
