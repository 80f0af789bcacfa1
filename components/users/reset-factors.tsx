'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useResetFactors } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'

/** Removes the second factors of a user who has lost them. */
export function ResetFactors({ user, open, onOpenChange }: UserDialogProps) {
  const t = useTranslations('users.reset')
  const reset = useResetFactors(user.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: user.name })}
      description={t('text')}
      confirmLabel={t('confirm')}
      cancelLabel={t('keep')}
      danger
      busy={reset.isPending}
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(t('done', { name: user.name }))
          },
        })
      }
    >
      <QueryErrorMessage error={reset.error} />
    </Confirm>
  )
}
