'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError, api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { PasswordChange } from '#components/settings/inputs.ts'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSmallForm } from '#components/ui/use-small-form.ts'

/** The form in which users change their own password. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('settings.password')
  const form = useSmallForm({ current_password: '', password: '' }, () =>
    import('#components/settings/inputs.ts').then((inputs) => inputs.passwordChange(t)),
  )
  const change = useMutation({
    mutationFn: (input: PasswordChange) => api<{ message: string }>('PUT', '/user/password', input),
  })
  const showToast = useToast()
  const { errors } = form
  const hasFieldErrors = change.error instanceof ApiError && Object.keys(change.error.fields).length > 0

  function submit(input: PasswordChange, element: HTMLFormElement) {
    change.mutate(input, {
      onSuccess: () => {
        form.reset()
        showToast(t('changed'))
      },
      onError: (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : []
        form.showErrors(
          element,
          Object.fromEntries(fields.map(([field, messages]) => [field, messages.join(' ')])),
        )
      },
    })
  }

  return (
    <Section title={t('title')}>
      <form
        method="post"
        noValidate
        onSubmit={form.submit(submit)}
        className="flex max-w-sm flex-col gap-5 pt-1"
      >
        {hasFieldErrors ? null : <QueryErrorMessage error={change.error} />}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={t('current')} error={errors.current_password}>
          <Input type="password" autoComplete="current-password" {...form.field('current_password')} />
        </Field>
        <Field label={t('new')} error={errors.password} hint={t('newHint')}>
          <Input type="password" autoComplete="new-password" {...form.field('password')} />
        </Field>
        <Button type="submit" busy={change.isPending} className="self-start">
          {t('submit')}
        </Button>
      </form>
    </Section>
  )
}
