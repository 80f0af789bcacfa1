'use client'

import { useTranslations } from 'use-intl'
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

/** Removes a user after a confirmation. */
export function RemoveUser({ user, open, onOpenChange }: UserDialogProps) {
  const t = useTranslations()
  const remove = useRemoveUser(user.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('users.removal.title', { name: user.name })}
      description={t('users.removal.text')}
      confirmLabel={t('common.remove')}
      cancelLabel={t('users.removal.keep')}
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(t('users.removal.done', { name: user.name }))
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
