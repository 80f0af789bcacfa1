'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useRemoveUser } from '#components/users/queries.ts'
import type { UserRecord } from '#lib/identity/schema'

export interface UserDialogProps {
  user: UserRecord
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RemoveUser({ user, open, onOpenChange }: UserDialogProps) {
  const remove = useRemoveUser(user.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${user.name}?`}
      description="They are signed out immediately and their API keys stop working. Their documents and their name in the audit trail stay. This cannot be undone."
      confirmLabel="Remove"
      cancelLabel="Keep"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(`${user.name} is removed.`)
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
