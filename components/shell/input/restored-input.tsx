'use client'

import { useTranslations } from 'use-intl'
import type { UnsavedInput } from '#components/shell/input/unsaved-input.ts'
import { Button } from '#components/ui/button.tsx'

/** Says that a form shows input from before, or that there is some from before the record changed. */
export function RestoredInput({ unsaved }: { unsaved: UnsavedInput }) {
  const t = useTranslations('shell.restored')
  if (!unsaved.isRestored && !unsaved.isOutdated) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-rule bg-well px-4 py-2 text-sm"
    >
      <span>{t(unsaved.isOutdated ? 'outdated' : 'text')}</span>
      <span className="flex flex-wrap gap-2">
        {unsaved.isOutdated ? (
          <Button size="sm" onClick={unsaved.restore}>
            {t('use')}
          </Button>
        ) : null}
        <Button size="sm" onClick={unsaved.discard}>
          {t(unsaved.isOutdated ? 'discardOutdated' : 'discard')}
        </Button>
      </span>
    </div>
  )
}
