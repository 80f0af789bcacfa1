'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useProcess } from '#components/processes/process-query.ts'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { VaultDialogProps } from '#components/vault/legal-hold.tsx'
import { useDeleteDocument } from '#components/vault/queries.ts'
import type { ProcessRecord } from '#lib/processes/schema'

interface DeleteDocumentProps extends VaultDialogProps {
  onDeleted: (() => void) | undefined
}

/** Deletes a document whose retention has ended, or one of test mode. */
export function DeleteDocument({ document, open, onOpenChange, onDeleted }: DeleteDocumentProps) {
  const t = useTranslations('vault.deletion')
  const process = useProcess(document.process_id, { enabled: open })
  const deletion = useDeleteDocument(document)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: document.name })}
      description={
        process.data ? `${t(findScope(process.data, document.document_id))} ${t('trailStays')}` : null
      }
      confirmLabel={t('confirm')}
      danger
      busy={deletion.isPending || process.isFetching || !process.data}
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
      <QueryErrorMessage error={process.error} onRetry={() => void process.refetch()} />
      <QueryErrorMessage error={deletion.error} />
    </Confirm>
  )
}

/** What the deletion of a document removes: the files of its process go with the last one. */
function findScope({ documents, options }: ProcessRecord, documentId: number) {
  const isLast = documents.every(({ id, deleted_at }) => id === documentId || deleted_at !== null)
  if (isLast) return 'last'
  return options.embed_evidence ? 'embedded' : 'several'
}
