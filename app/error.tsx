'use client'

import { Broken } from '#components/shell/broken'

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return <Broken digest={error.digest} onRetry={reset} />
}
