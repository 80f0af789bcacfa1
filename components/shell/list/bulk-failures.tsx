'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { BulkFailure } from '#components/shell/list/use-bulk-action.ts'
import { Button } from '#components/ui/button.tsx'

/** The selected rows that an action could not change, each with the reason. */
export function BulkFailures({ failures, onDismiss }: { failures: BulkFailure[]; onDismiss: () => void }) {
  const t = useTranslations()
  if (failures.length === 0) return null
  return (
    <div
      role="alert"
      className="mb-3 flex items-start gap-3 rounded-md border border-danger/40 bg-danger-wash py-3 pr-2 pl-4 text-danger"
    >
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t('shell.selection.failed', { count: failures.length })}</p>
        <ul className="mt-1 max-h-60 overflow-y-auto text-sm">
          {failures.map(({ id, name, reason }) => (
            <li key={id} className="break-words">
              {t('shell.selection.failure', { name, reason })}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="quiet" size="icon-sm" aria-label={t('common.dismiss')} onClick={onDismiss}>
        <X className="size-4" aria-hidden="true" />
      </Button>
    </div>
  )
}
