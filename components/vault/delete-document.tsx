'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { VaultDialogProps } from '#components/vault/legal-hold.tsx'
import { useDeleteDocument } from '#components/vault/queries.ts'

/** Deletes a document whose retention has ended. */
export function DeleteDocument({ document, open, onOpenChange }: VaultDialogProps) {
  const deletion = useDeleteDocument(document.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${document.name}?`}
      description="The signed file, its certificate and the uploaded file are deleted for good. The audit trail stays and says who deleted the file. This cannot be undone."
      confirmLabel="Delete for good"
      danger
      busy={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(`${document.name} is deleted.`)
          },
        })
      }
    >
      <QueryErrorMessage error={deletion.error} />
    </Confirm>
  )
}
