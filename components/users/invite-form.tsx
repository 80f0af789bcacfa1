'use client'

import { type Path, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { ApiError } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useInvite } from '#components/users/queries.ts'
import { RoleChoice } from '#components/users/role-choice.tsx'
import { isEmailAddress } from '#lib/core/email/canonical-email'
import { roles } from '#lib/core/roles'

/** The rules of the form, with their messages in the reader's language. */
const personSchema = (t: ReturnType<typeof useTranslations<never>>) =>
  z.object({
    name: z
      .string()
      .trim()
      .min(1, t('users.invite.errors.noName'))
      .max(120, t('users.invite.errors.longName')),
    email: z.string().trim().refine(isEmailAddress, t('users.invite.errors.email')),
    role: z.enum(roles),
  })
type Person = z.infer<ReturnType<typeof personSchema>>

const emptyPerson: Person = { name: '', email: '', role: 'user' }

export function InviteForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations()
  const form = useForm<Person>({
    resolver: lazyResolver(async () => personSchema(t)),
    defaultValues: emptyPerson,
  })
  const invite = useInvite()
  const draft = useFormDraft({
    name: 'invitation',
    start: emptyPerson,
    value: form.watch(),
    show: (person) => form.reset(person, { keepDefaultValues: true }),
    isSaving: invite.isPending,
  })
  const showToast = useToast()
  const { errors } = form.formState
  const hasFieldErrors = invite.error instanceof ApiError && Object.keys(invite.error.fields).length > 0

  function submit(person: Person) {
    const saving = invite.mutateAsync(person, {
      onSuccess: () => {
        onDone()
        showToast(t('users.invite.sent', { email: person.email }))
      },
      onError: (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : []
        for (const [field, messages] of fields)
          form.setError(field as Path<Person>, { message: messages.join(' ') }, { shouldFocus: true })
      },
    })
    draft.forgetAfter(saving)
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {hasFieldErrors ? null : <QueryErrorMessage error={invite.error} />}
      <Field label={t('common.name')} error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={t('common.email')} error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <RoleChoice value={form.watch('role')} onChange={(role) => form.setValue('role', role)} />
      <Button type="submit" variant="primary" busy={invite.isPending} className="self-end">
        {t('users.invite.send')}
      </Button>
    </form>
  )
}
