'use client'

import { useTranslations } from 'use-intl'
import type { FormDraft } from '#components/shell/input/form-draft.ts'
import { Button } from '#components/ui/button.tsx'

/** Says that a form shows input from before, or that there is some from before the record changed. */
export function RestoredInput({ draft }: { draft: FormDraft }) {
  const t = useTranslations('shell.restored')
  if (!draft.isRestored && !draft.isOutdated) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-rule bg-well px-4 py-2 text-sm"
    >
      <span>{t(draft.isOutdated ? 'outdated' : 'text')}</span>
      <span className="flex flex-wrap gap-2">
        {draft.isOutdated ? (
          <Button size="sm" onClick={draft.restore}>
            {t('use')}
          </Button>
        ) : null}
        <Button size="sm" onClick={draft.discard}>
          {t(draft.isOutdated ? 'discardOutdated' : 'discard')}
        </Button>
      </span>
    </div>
  )
}
