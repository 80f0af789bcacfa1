'use client'

import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import type { FailedChange } from '#components/documents/queries.ts'
import { Dialog } from '#components/ui/dialog.tsx'

/** The result of a bulk action that failed for some documents. */
export interface BulkResult {
  action: 'delete' | 'move'
  failed: FailedChange[]
  changedCount: number
}

/** A dialog that names the documents that could not be changed, and why. */
export function FailedChanges({ result, onClose }: { result: BulkResult | null; onClose: () => void }) {
  const t = useTranslations('documents.bulk')
  const errorText = useErrorText()
  if (!result) return null
  const { action, failed, changedCount } = result
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`${action}Failed`, { count: failed.length })}
      description={t('others', { count: changedCount })}
    >
      <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto">
        {failed.map(({ document, error }) => (
          <li key={document.id} className="min-w-0">
            <p className="truncate font-medium" title={document.name}>
              {document.name}
            </p>
            <p className="text-sm text-ink-soft">{errorText(error)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
