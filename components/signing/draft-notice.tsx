'use client'

import { CloudOff, RefreshCw, X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useSigningSession } from './session/context.ts'

/** What the signer must know about the saved draft: it could not be saved, or another device is at work. */
export function DraftNotice() {
  const { draft, t } = useSigningSession()
  const failure =
    draft.status === 'offline' ? t.draftOffline : draft.status === 'refused' ? t.draftRefused : null
  const isFailure = failure !== null
  const text = isFailure
    ? failure
    : draft.notice === 'updated'
      ? t.draftUpdated
      : draft.notice === 'overlapped'
        ? t.draftOverlapped
        : null
  const Icon = isFailure ? CloudOff : RefreshCw
  return (
    <div role="status">
      {text === null ? null : (
        <div className={isFailure ? 'bg-warn-wash text-warn' : 'bg-accent-wash text-accent-deep'}>
          <div className="mx-auto flex max-w-[82rem] items-center gap-3 px-4 py-2 text-sm sm:px-6">
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            <p className="min-w-0 flex-1 text-pretty">{text}</p>
            {isFailure ? null : (
              <Button
                variant="quiet"
                size="icon"
                className="-my-1 shrink-0"
                aria-label={t.close}
                onClick={draft.closeNotice}
              >
                <X className="size-4" aria-hidden="true" />
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
