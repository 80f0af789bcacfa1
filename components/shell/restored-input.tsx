'use client'

import { useTranslations } from 'use-intl'
import type { FormDraft } from '#components/shell/form-draft.ts'
import { Button } from '#components/ui/button.tsx'

/** Says that a form shows input from before, which can be discarded. */
export function RestoredInput({ draft }: { draft: FormDraft }) {
  const t = useTranslations('shell.restored')
  if (!draft.isRestored) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-rule bg-well px-4 py-2 text-sm"
    >
      <span>{t('text')}</span>
      <Button size="sm" onClick={draft.discard}>
        {t('discard')}
      </Button>
    </div>
  )
}
