'use client'

import { type FormEvent, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useUpdateUser } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'
import { RoleChoice } from '#components/users/role-choice.tsx'

/** The dialog to change a user's name, email and role; users cannot change their own role. */
export function ChangeUser({ open, onOpenChange, ...rest }: UserDialogProps & { self: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change ${rest.user.name}`}
      description={rest.self ? 'You cannot change your own role. Ask another administrator.' : undefined}
    >
      <ChangeForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ChangeForm({
  user,
  self,
  onDone,
}: Pick<UserDialogProps, 'user'> & { self: boolean; onDone: () => void }) {
  const [name, setName] = useState(user.name)
  const [email, setEmail] = useState(user.email)
  const [role, setRole] = useState(user.role)
  const update = useUpdateUser(user.id)
  const showToast = useToast()
  const fields = update.error instanceof ApiError ? update.error.fields : {}
  const pending = user.pending_email

  function submit(event: FormEvent) {
    event.preventDefault()
    const isEmailChanged = email.trim() !== user.email
    const change = { name, ...(isEmailChanged ? { email } : {}), ...(self ? {} : { role }) }
    update.mutate(change, {
      onSuccess: () => {
        onDone()
        showToast(
          isEmailChanged && user.status === 'active'
            ? `We will send ${email.trim()} a confirmation link.`
            : `${name.trim()} is changed.`,
        )
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {fields.name || fields.email ? null : <QueryErrorMessage error={update.error} />}
      <Field label="Name" error={fields.name?.join(' ')}>
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label="Email"
        hint={
          pending
            ? `${pending} is not confirmed yet.`
            : 'A new address must be confirmed with an emailed link.'
        }
        error={fields.email?.join(' ')}
      >
        <Input
          type="email"
          autoComplete="off"
          value={email}
          maxLength={254}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {self ? null : <RoleChoice value={role} onChange={setRole} />}
      <Button type="submit" variant="primary" busy={update.isPending} className="self-end">
        Save
      </Button>
    </form>
  )
}
