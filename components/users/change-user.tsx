'use client'

import { useTranslations } from 'use-intl'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'
import type { UserDialogProps } from '#components/users/remove-user.tsx'

const ChangeUserForm = loadedLater(() =>
  import('#components/users/change-user-form.tsx').then((module) => module.ChangeUserForm),
)

/** The dialog to change a user's name, email and role; users cannot change their own role. */
export function ChangeUser({ user, isSelf, open, onOpenChange }: UserDialogProps & { isSelf: boolean }) {
  const t = useTranslations('users.change')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: user.name })}
      description={isSelf ? t('ownRole') : undefined}
    >
      <ChangeUserForm user={user} isSelf={isSelf} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
