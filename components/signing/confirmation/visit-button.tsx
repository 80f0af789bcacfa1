'use client'

import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { fill } from '../fill.ts'
import { visitProvider } from '../session/calls.ts'
import { ConfirmationNotice } from './confirmation-notice.tsx'
import type { ConfirmationStep } from './confirmation-step.ts'

/** Leaves for the provider, who leads back to this page. */
export function VisitButton({ token, confirmation, provider, t, onChanged }: ConfirmationStep) {
  const visit = useMutation({
    mutationFn: () => visitProvider(token, t.locale),
    onSuccess: ({ url }) => location.assign(url),
    onError: onChanged,
  })
  // The answer of the provider could not be taken: nothing is stored of it.
  const isLost = useSyncExternalStore(
    () => () => undefined,
    () => new URLSearchParams(location.search).has('provider'),
    () => false,
  )
  return (
    <>
      <ConfirmationNotice
        failure={visit.isPending ? null : (confirmation.failure ?? (isLost ? 'unavailable' : null))}
        error={visit.error}
        provider={provider}
        t={t}
      />
      <Button
        variant="primary"
        size="lg"
        className="mt-8 w-full sm:w-auto"
        busy={visit.isPending || visit.isSuccess}
        onClick={() => visit.mutate()}
      >
        {fill(t.confirmVisit, { provider })}
        <ExternalLink className="size-4" aria-hidden="true" />
      </Button>
    </>
  )
}
