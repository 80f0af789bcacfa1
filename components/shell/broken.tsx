'use client'

import { Button } from '#components/ui/button'
import { Mark } from '#components/ui/logo'

/** A page that could not be drawn at all. */
export function Broken({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <Mark className="size-12 text-danger" />
      <h1 className="heading mt-6 text-3xl">The ink ran out</h1>
      <p className="mt-3 max-w-md text-ink-soft">
        This page could not be made. Nothing of yours is lost. Try again, and if it stays so, tell your
        administrator.
      </p>
      {digest ? <p className="mt-3 font-mono text-xs text-ink-faint select-all">{digest}</p> : null}
      <Button className="mt-8" onClick={onRetry}>
        Try again
      </Button>
    </main>
  )
}
