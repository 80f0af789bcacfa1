'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useSendLink } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'

/** Sends a new invitation to an invited user, or a password link to others. */
export function SendLink({ user, open, onOpenChange }: UserDialogProps) {
  const t = useTranslations('users.link')
  const send = useSendLink(user.id)
  const showToast = useToast()
  const isInvited = user.status === 'invited'
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t(isInvited ? 'inviteTitle' : 'passwordTitle', { name: user.name })}
      description={t(isInvited ? 'inviteText' : 'passwordText', { email: user.email })}
      confirmLabel={t('confirm')}
      cancelLabel={t('cancel')}
      busy={send.isPending}
      onConfirm={() =>
        send.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(t('sent'))
          },
        })
      }
    >
      <QueryErrorMessage error={send.error} />
    </Confirm>
  )
}
