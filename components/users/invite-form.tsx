'use client'

import { useTranslations } from 'use-intl'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useInvite } from '#components/users/queries.ts'
import { RoleChoice } from '#components/users/role-choice.tsx'
import { userInput } from '#components/users/user-input.ts'
import type { Role } from '#lib/core/roles'

export function InviteForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations()
  const invite = useInvite()
  const showToast = useToast()
  const form = useRecordForm({
    name: 'invitation',
    saved: { name: '', email: '', role: 'user' as Role },
    schema: userInput,
    save: invite.mutateAsync,
    onSaved: ({ email }) => {
      onDone()
      showToast(t('users.invite.sent', { email }))
    },
  })
  return (
    <Form form={form}>
      <Field label={t('common.name')} error={form.error('name')}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={t('common.email')} error={form.error('email')}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <RoleChoice value={form.input.role} onChange={(role) => form.setField('role', role)} />
      <SaveButton form={form}>{t('users.invite.send')}</SaveButton>
    </Form>
  )
}
