'use client'

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** The progress of a running action. */
  progress: { done: number; total: number } | null
  children: ReactNode
}

/** The actions on the selected rows, above a list; it sticks to the upper edge while the list scrolls. Loaded later. */
export function SelectionBar({ count, onClear, progress, children }: SelectionBarProps) {
  const t = useTranslations('shell.selection')
  const isShown = count > 0 || progress !== null
  const text = progress ? t('progress', progress) : t('count', { count })
  return (
    <>
      {/* Screen readers announce only what changes in a live region that was there before. */}
      <p aria-live="polite" className="sr-only">
        {progress ? text : ''}
      </p>
      {isShown ? (
        <div
          role="toolbar"
          aria-label={t('label')}
          className="sticky top-14 sideways:top-0 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-rule-strong bg-card px-3 py-2 shadow-lift lg:top-9"
        >
          <Button variant="quiet" size="icon-sm" aria-label={t('clear')} onClick={onClear}>
            <X className="size-4" aria-hidden="true" />
          </Button>
          <p className="figures mr-2 text-sm">{text}</p>
          {children}
        </div>
      ) : null}
    </>
  )
}
