'use client'

import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useResetFactors } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'

/** Removes the second factors of a user who has lost them. */
export function ResetFactors({ user, open, onOpenChange }: UserDialogProps) {
  const reset = useResetFactors(user.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Reset the second factor of ${user.name}?`}
      description="Their authenticator app, passkeys and recovery codes stop working, and their password is enough to sign in. Make sure that it is really they who ask. They get an email."
      confirmLabel="Reset"
      cancelLabel="Keep"
      danger
      busy={reset.isPending}
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(`The second factor of ${user.name} is reset.`)
          },
        })
      }
    >
      <QueryErrorMessage error={reset.error} />
    </Confirm>
  )
}
