'use client'

import { Flag } from 'lucide-react'
import { useSigningSession } from '../session/context.ts'

/** Reports the sender, for those who do not even want a code. */
export function ReportLink({ onReport }: { onReport: () => void }) {
  const { t } = useSigningSession()
  return (
    <button
      type="button"
      onClick={onReport}
      className="mt-4 flex min-h-11 items-center gap-2 px-1 text-sm text-ink-soft underline-offset-4 hover:underline"
    >
      <Flag className="size-4" aria-hidden="true" />
      {t.report}
    </button>
  )
}
