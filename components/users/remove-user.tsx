'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useRemoveUser } from '#components/users/queries.ts'
import { SuccessorSelect } from '#components/users/successor-select.tsx'
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
  const [successor, setSuccessor] = useState('')
  const showToast = useToast()

  /**
   * The list may drop the row, with this dialog, before the response is handled: callbacks of `mutate` would be lost.
   */
  function confirm() {
    const done = () => {
      onOpenChange(false)
      showToast(t('users.removal.done', { name: user.name }))
    }
    remove.mutateAsync(successor).then(done, () => {})
  }
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
      onConfirm={confirm}
    >
      <QueryErrorMessage error={remove.error} />
      {open ? (
        <Field label={t('users.removal.successor')} hint={t('users.removal.successorHint')}>
          <SuccessorSelect
            userId={user.id}
            value={successor}
            onChange={(event) => setSuccessor(event.target.value)}
          />
        </Field>
      ) : null}
    </Confirm>
  )
}
