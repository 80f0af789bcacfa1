'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** The label of a copy button. */
export function CopyLabel({ copied }: { copied: boolean }) {
  const t = useTranslations('common')
  const Icon = copied ? Check : Copy
  return (
    <>
      <Icon className="size-4" aria-hidden="true" />
      <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
    </>
  )
}
