'use client'

import { CloudOff, RefreshCw } from 'lucide-react'
import { BarNotice } from './bar-notice.tsx'
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
  return (
    <div role="status">
      {text === null ? null : (
        <BarNotice
          icon={isFailure ? CloudOff : RefreshCw}
          isWarning={isFailure}
          onClose={isFailure ? null : draft.closeNotice}
        >
          {text}
        </BarNotice>
      )}
    </div>
  )
}
