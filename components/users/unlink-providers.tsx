'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useUnlinkProviders } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'

/** Ends the links of a user to accounts at identity providers, for one whom single sign-on refuses. */
export function UnlinkProviders({ user, open, onOpenChange }: UserDialogProps) {
  const t = useTranslations('users.unlinking')
  const format = useFormatter()
  const unlink = useUnlinkProviders(user.id)
  const showToast = useToast()
  const issuers = new Set(user.provider_links.map(({ issuer }) => issuer))
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: user.name })}
      description={t('text', { name: user.name, issuers: format.list([...issuers]) })}
      confirmLabel={t('confirm')}
      cancelLabel={t('keep')}
      danger
      busy={unlink.isPending}
      onConfirm={() =>
        unlink.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(t('done', { name: user.name }))
          },
        })
      }
    >
      <QueryErrorMessage error={unlink.error} />
    </Confirm>
  )
}
