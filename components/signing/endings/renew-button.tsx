'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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
  const doneText = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (renewal.isSuccess) doneText.current?.focus()
  }, [renewal.isSuccess])
  return (
    <div role="status">
      {renewal.isSuccess ? (
        <p
          ref={doneText}
          tabIndex={-1}
          className="rounded-md border border-good/40 bg-good-wash px-4 py-3 text-pretty outline-none"
        >
          {done}
        </p>
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
