'use client'

import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import type { SigningTexts } from '#lib/messages/signing'
import { renewLink } from '../session/calls.ts'

interface RenewButtonProps {
  token: string
  label: string
  /** What is said once it was asked for. */
  done: string
  t: SigningTexts
}

/** Asks for more time or the current link, once. */
export function RenewButton({ token, label, done, t }: RenewButtonProps) {
  const renewal = useMutation({ mutationFn: () => renewLink(token) })
  return (
    <div role="status">
      {renewal.isSuccess ? (
        <p className="rounded-md border border-good/40 bg-good-wash px-4 py-3 text-pretty">{done}</p>
      ) : (
        <Button
          variant="primary"
          size="lg"
          className="w-full sm:w-auto"
          busy={renewal.isPending}
          onClick={() => renewal.mutate()}
        >
          {label}
        </Button>
      )}
      {renewal.error ? <p className="mt-3 text-danger">{errorText(renewal.error, t)}</p> : null}
    </div>
  )
}

function errorText(error: Error, t: SigningTexts): string {
  if (!(error instanceof ApiError) || error.status === 0) return t.errorDetail
  return error.status === 429 ? t.slowDown : t.errorTitle
}
