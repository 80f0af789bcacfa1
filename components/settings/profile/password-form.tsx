'use client'

import { useMutation } from '@tanstack/react-query'
import { type Path, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, api } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { PasswordChange } from '#components/settings/inputs.ts'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** The form in which users change their own password. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('settings.password')
  const form = useForm<PasswordChange>({
    resolver: lazyResolver(() =>
      import('#components/settings/inputs.ts').then((inputs) => inputs.passwordChange(t)),
    ),
    defaultValues: { current_password: '', password: '' },
  })
  const change = useMutation({
    mutationFn: (input: PasswordChange) => api<{ message: string }>('PUT', '/user/password', input),
  })
  const showToast = useToast()
  const { errors } = form.formState
  const hasFieldErrors = change.error instanceof ApiError && Object.keys(change.error.fields).length > 0

  function submit(input: PasswordChange) {
    change.mutate(input, {
      onSuccess: () => {
        form.reset()
        showToast(t('changed'))
      },
      onError: (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : []
        for (const [field, messages] of fields)
          form.setError(field as Path<PasswordChange>, { message: messages.join(' ') }, { shouldFocus: true })
      },
    })
  }

  return (
    <Section title={t('title')}>
      <form
        method="post"
        noValidate
        onSubmit={form.handleSubmit(submit)}
        className="flex max-w-sm flex-col gap-5 pt-1"
      >
        {hasFieldErrors ? null : <QueryErrorMessage error={change.error} />}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={t('current')} error={errors.current_password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('current_password')} />
        </Field>
        <Field label={t('new')} error={errors.password?.message} hint={t('newHint')}>
          <Input type="password" autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Button type="submit" busy={change.isPending} className="self-start">
          {t('submit')}
        </Button>
      </form>
    </Section>
  )
}
