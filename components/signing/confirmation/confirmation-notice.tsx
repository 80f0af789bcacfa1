'use client'

import { ApiError } from '#components/api/client.ts'
import type { SigningTexts } from '#lib/messages/signing'
import { fill } from '../fill.ts'
import { formatError } from '../notice.tsx'
import type { Signing } from '../shapes.ts'

type Failure = NonNullable<NonNullable<Signing['confirmation']>['failure']>

interface ConfirmationNoticeProps {
  /** Why the last try failed. */
  failure: Failure | null
  /** The error of the last request, which says less where the service has refused. */
  error: unknown
  provider: string
  t: SigningTexts
}

/** Why nothing was signed, and what to do. */
export function ConfirmationNotice({ failure, error, provider, t }: ConfirmationNoticeProps) {
  const isOther = error instanceof ApiError ? error.status !== 409 && error.code !== 'invalid_code' : error
  const text = isOther ? formatError(error, t) : failure ? fill(failureTexts(t)[failure], { provider }) : null
  return (
    <div role="alert" className="empty:hidden">
      {text ? (
        <p className="mt-6 rounded-md border border-warn/40 bg-warn-wash px-4 py-3 text-pretty sideways:mt-3">
          {text}
        </p>
      ) : null}
    </div>
  )
}

const failureTexts = (t: SigningTexts): Record<Failure, string> => ({
  wrong: t.confirmWrong,
  locked: t.confirmLocked,
  denied: t.confirmDenied,
  expired: t.confirmExpired,
  unavailable: t.confirmDown,
  changed: t.confirmChanged,
  failed: t.confirmFailed,
})
