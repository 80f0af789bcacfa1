'use client'

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** Progress of a running action, such as `3 of 20`. */
  progress?: string | null
  children: ReactNode
}

/** The actions on the selected rows, above a list; it sticks to the upper edge while the list scrolls. */
export function SelectionBar({ count, onClear, progress, children }: SelectionBarProps) {
  const t = useTranslations('shell.selection')
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={t('label')}
      className="sticky top-14 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-rule-strong bg-card px-3 py-2 shadow-lift lg:top-3"
    >
      <Button variant="quiet" size="icon-sm" aria-label={t('clear')} onClick={onClear}>
        <X className="size-4" aria-hidden="true" />
      </Button>
      <p className="figures mr-2 text-sm" aria-live="polite">
        {progress ?? t('count', { count })}
      </p>
      {children}
    </div>
  )
}
