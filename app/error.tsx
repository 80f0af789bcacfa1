'use client'

import { ErrorPage } from '#components/shell/error-page.tsx'

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return <ErrorPage digest={error.digest} onRetry={reset} />
}
