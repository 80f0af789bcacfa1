'use client'

import type { ReactNode } from 'react'
import { ApiError } from '#components/api/client.ts'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import type { SigningTexts } from '#lib/messages/signing'
import { useSigningSession } from './session/context.ts'

/** An error in the signer's language with a retry button. */
export function Notice({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  const { t } = useSigningSession()
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger/40 bg-danger-wash px-4 py-3 text-danger',
      )}
    >
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      {onRetry ? (
        <Button variant="danger-line" onClick={onRetry}>
          {t.retry}
        </Button>
      ) : null}
    </div>
  )
}

/** The message of an API error; for invalid input the API's own message. */
export function formatError(error: unknown, t: SigningTexts): string {
  if (!(error instanceof ApiError) || error.status === 0) return t.offline
  if (error.status === 429) return t.slowDown
  if (error.status >= 500) return t.serverError
  if (error.reason === 'consent_changed') return t.consentChanged
  if (error.reason === 'documents_changed') return t.documentsChanged
  if (error.reason === 'email_refused') return t.codeRefused
  if (error.reason === 'sms_refused') return t.smsRefused
  if (error.status === 404) return t.unknownTitle
  return error.textKey ? t.serverError : error.message
}
