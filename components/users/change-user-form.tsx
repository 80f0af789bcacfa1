'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { pickChanged } from '#components/shell/input/pick-changed.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useUpdateUser } from '#components/users/queries.ts'
import type { UserDialogProps } from '#components/users/remove-user.tsx'
import { RoleChoice } from '#components/users/role-choice.tsx'
import { userInput } from '#components/users/user-input.ts'

/** The form of a user’s name, email and role. */
export function ChangeUserForm({
  user,
  isSelf,
  onDone,
}: Pick<UserDialogProps, 'user'> & { isSelf: boolean; onDone: () => void }) {
  const t = useTranslations()
  const update = useUpdateUser(user.id, isSelf)
  const withdrawal = useUpdateUser(user.id, isSelf)
  const showToast = useToast()
  const form = useRecordForm({
    name: `user ${user.id}`,
    saved: { name: user.name, email: user.email, role: user.role },
    schema: userInput,
    save: (input) => update.mutateAsync(pickChanged(input, user)),
    onSaved: ({ name, email }) => {
      onDone()
      showToast(
        email !== user.email && user.status === 'active'
          ? t('users.change.confirmationSent', { email })
          : t('users.change.done', { name }),
      )
    },
  })
  const { pending_email } = user
  const withdraw = pending_email ? (
    <Button
      busy={withdrawal.isPending}
      onClick={() =>
        withdrawal.mutate(
          // A pending change ends when the present address is sent.
          { email: user.email },
          { onSuccess: () => showToast(t('users.change.withdrawn', { email: pending_email })) },
        )
      }
    >
      {t('users.change.withdraw')}
    </Button>
  ) : null
  return (
    <Form form={form}>
      <QueryErrorMessage error={withdrawal.error} />
      <Field label={t('common.name')} error={form.error('name')}>
        <Input {...form.register('name')} />
      </Field>
      <Field
        label={t('common.email')}
        hint={
          pending_email
            ? t('users.change.pendingEmail', { email: pending_email })
            : t('users.change.emailHint')
        }
        beside={withdraw}
        error={form.error('email')}
      >
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      {isSelf ? null : (
        <RoleChoice value={form.input.role} onChange={(role) => form.setField('role', role)} />
      )}
      <SaveButton form={form} />
    </Form>
  )
}
