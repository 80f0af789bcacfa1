'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSendLink } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'

/** Sends a new invitation to an invited user, or a password link to others. */
export function SendLink({ user, open, onOpenChange }: UserDialogProps) {
  const send = useSendLink(user.id)
  const showToast = useToast()
  const invited = user.status === 'invited'
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={invited ? `Invite ${user.name} again?` : `Send ${user.name} a password link?`}
      description={
        invited
          ? `We will email ${user.email} a new link, valid for seven days. The previous link stops working.`
          : `We will email ${user.email} a link, valid for one hour. Their current password works until they choose another.`
      }
      confirmLabel="Send email"
      cancelLabel="Not now"
      busy={send.isPending}
      onConfirm={() =>
        send.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast('Email sent.')
          },
        })
      }
    >
      <QueryErrorMessage error={send.error} />
    </Confirm>
  )
}
