'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** A banner on the pages of test mode records. */
export function TestBanner({ show, children }: { show: boolean | undefined; children?: ReactNode }) {
  const t = useTranslations('shell.testMode')
  if (!show) return null
  return (
    <p className="mb-6 flex items-baseline gap-3 rounded-md border border-warn/50 bg-warn-wash px-4 py-2 text-warn">
      <strong className="font-mono text-sm font-semibold tracking-[0.2em]">TEST</strong>
      <span>{children ?? t('record')}</span>
    </p>
  )
}
