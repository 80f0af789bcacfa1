'use client'

import { useTranslations } from 'use-intl'
import { useDelete } from '#components/api/mutations.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

interface DeleteDocumentProps {
  document: DocumentSummary
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: (() => void) | undefined
}

/** The confirmation that deletes a document. */
export function DeleteDocument({ document, open, onOpenChange, onDeleted }: DeleteDocumentProps) {
  const t = useTranslations()
  const remove = useDelete('documents')
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('documents.deletion.title')}
      description={t('documents.deletion.text', { name: document.name })}
      confirmLabel={t('common.delete')}
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(document.id, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(t('documents.deletion.done'))
            onDeleted?.()
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
