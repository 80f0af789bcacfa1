'use client'

import { Button } from '#components/ui/button.tsx'
import { Mark } from '#components/ui/logo.tsx'

const reasons: Record<string, string> = {
  429: 'Too many requests in a short time. Wait a minute and try again.',
  503: 'The service is temporarily unavailable. Try again in a moment.',
}

/** The error page. The digest of a page of the dashboard has the status and the request id. */
export function ErrorPage({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  const [status = '', requestId] = digest?.split(' ') ?? []
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <Mark className="size-12 text-danger" />
      <h1 className="heading mt-6 text-3xl">This page is not available</h1>
      <p className="mt-3 max-w-md text-ink-soft">
        {reasons[status] ??
          'Something went wrong on our side. No data was lost. Try again; if it keeps happening, contact your administrator.'}
      </p>
      {digest ? (
        <p className="mt-3 font-mono text-xs text-ink-faint select-all">{requestId ?? digest}</p>
      ) : null}
      <Button className="mt-8" onClick={onRetry}>
        Try again
      </Button>
    </main>
  )
}
