'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useUpdateUser } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'
import { RoleChoice } from '#components/users/role-choice.tsx'

const NAME_MAX_CHARACTERS = 120
const EMAIL_MAX_CHARACTERS = 254

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
      <ChangeForm user={user} isSelf={isSelf} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ChangeForm({
  user,
  isSelf,
  onDone,
}: Pick<UserDialogProps, 'user'> & { isSelf: boolean; onDone: () => void }) {
  const t = useTranslations()
  const savedInput = { name: user.name, email: user.email, role: user.role }
  const [input, setInput] = useState(savedInput)
  const { name, email, role } = input
  const update = useUpdateUser(user.id)
  const draft = useFormDraft({
    name: `user ${user.id}`,
    start: savedInput,
    value: input,
    show: setInput,
    isSaving: update.isPending,
  })
  const showToast = useToast()
  const fields = update.error instanceof ApiError ? update.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    const isEmailChanged = email.trim() !== user.email
    const change = { name, ...(isEmailChanged && { email }), ...(!isSelf && { role }) }
    const saving = update.mutateAsync(change, {
      onSuccess: () => {
        onDone()
        showToast(
          isEmailChanged && user.status === 'active'
            ? t('users.change.confirmationSent', { email: email.trim() })
            : t('users.change.done', { name: name.trim() }),
        )
      },
    })
    draft.forgetAfter(saving)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {fields.name || fields.email ? null : <QueryErrorMessage error={update.error} />}
      <Field label={t('common.name')} error={fields.name?.join(' ')}>
        <Input
          value={name}
          maxLength={NAME_MAX_CHARACTERS}
          onChange={(event) => setInput({ ...input, name: event.target.value })}
        />
      </Field>
      <Field
        label={t('common.email')}
        hint={
          user.pending_email
            ? t('users.change.pendingEmail', { email: user.pending_email })
            : t('users.change.emailHint')
        }
        error={fields.email?.join(' ')}
      >
        <Input
          type="email"
          autoComplete="off"
          value={email}
          maxLength={EMAIL_MAX_CHARACTERS}
          onChange={(event) => setInput({ ...input, email: event.target.value })}
        />
      </Field>
      {isSelf ? null : <RoleChoice value={role} onChange={(role) => setInput({ ...input, role })} />}
      <Button type="submit" variant="primary" busy={update.isPending} className="self-end">
        {t('common.save')}
      </Button>
    </form>
  )
}
