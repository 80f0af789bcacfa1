'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { VaultDialogProps } from '#components/vault/legal-hold.tsx'
import { useDeleteDocument } from '#components/vault/queries.ts'

interface DeleteDocumentProps extends VaultDialogProps {
  onDeleted: (() => void) | undefined
}

/** Deletes a document whose retention has ended, or one of test mode. */
export function DeleteDocument({ document, open, onOpenChange, onDeleted }: DeleteDocumentProps) {
  const t = useTranslations('vault.deletion')
  const deletion = useDeleteDocument(document.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: document.name })}
      description={t('text')}
      confirmLabel={t('confirm')}
      danger
      busy={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(t('done', { name: document.name }))
            onDeleted?.()
          },
        })
      }
    >
      <QueryErrorMessage error={deletion.error} />
    </Confirm>
  )
}
