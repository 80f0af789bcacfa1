'use client'

import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useSigningSession } from './session/context.ts'

interface BarNoticeProps {
  icon: LucideIcon
  isWarning: boolean
  /** Null where it stays as long as it is true. */
  onClose: (() => void) | null
  children: ReactNode
}

/** What the signer must know while they fill in, above the action bar. */
export function BarNotice({ icon: Icon, isWarning, onClose, children }: BarNoticeProps) {
  const { t } = useSigningSession()
  return (
    <div className={isWarning ? 'bg-warn-wash text-warn' : 'bg-accent-wash text-accent-deep'}>
      <div className="mx-auto flex max-w-[82rem] items-center gap-3 px-4 py-2 text-sm sm:px-6">
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        <p className="min-w-0 flex-1 text-pretty">{children}</p>
        {onClose ? (
          <Button
            variant="quiet"
            size="icon"
            className="-my-1 shrink-0"
            aria-label={t.close}
            onClick={onClose}
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        ) : null}
      </div>
    </div>
  )
}
