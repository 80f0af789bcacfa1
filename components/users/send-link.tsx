'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSendLink } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'

/** A new invitation for who has not come yet, a way back in for who has. */
export function SendLink({ user, open, onOpenChange }: UserDialogProps) {
  const send = useSendLink(user.id)
  const say = useToast()
  const invited = user.status === 'invited'
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={invited ? `Invite ${user.name} again?` : `Send ${user.name} a password link?`}
      description={
        invited
          ? `A new mail goes to ${user.email}; its link is good for seven days. The link before it stops working.`
          : `An email goes to ${user.email}; its link is valid for one hour. Their current password works until they choose another.`
      }
      confirmLabel="Send the mail"
      cancelLabel="Not now"
      busy={send.isPending}
      onConfirm={() =>
        send.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            say('The mail is on its way.')
          },
        })
      }
    >
      <QueryErrorMessage error={send.error} />
    </Confirm>
  )
}
