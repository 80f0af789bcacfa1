'use client'

import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CopyState } from '#components/ui/copy/use-copy.ts'

const states = {
  ready: { icon: Copy, text: 'copy' },
  copied: { icon: Check, text: 'copied' },
  failed: { icon: TriangleAlert, text: 'notCopied' },
} as const

/** The label of a copy button. */
export function CopyLabel({ state }: { state: CopyState }) {
  const t = useTranslations('common')
  const { icon: Icon, text } = states[state]
  return (
    <>
      <Icon className="size-4" aria-hidden="true" />
      <span aria-live="polite">{t(text)}</span>
    </>
  )
}
