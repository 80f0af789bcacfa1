'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, api } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { PasswordInput } from '#components/auth/inputs.ts'
import { signInWithPassword } from '#components/auth/sign-in.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

interface ChoosePasswordFormProps {
  kind: 'invitation' | 'recovery'
  token: string
  email: string
}

const endpoints = { invitation: '/auth/accept-invitation', recovery: '/auth/reset-password' }
const submitLabels = { invitation: 'invitation.submit', recovery: 'newPassword.submit' } as const

/** The last step of an invitation or a password reset. */
export function ChoosePasswordForm({ kind, token, email }: ChoosePasswordFormProps) {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const form = useForm<PasswordInput>({
    resolver: lazyResolver(() =>
      import('#components/auth/inputs.ts').then((inputs) => inputs.passwordInput(t)),
    ),
    defaultValues: { password: '' },
  })
  const [formError, setFormError] = useState<unknown>(null)
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  async function submit({ password }: PasswordInput) {
    setFormError(null)
    try {
      await api('POST', endpoints[kind], { token, password })
    } catch (error) {
      const messages = error instanceof ApiError ? error.fields.password : undefined
      if (messages) form.setError('password', { message: messages.join(' ') }, { shouldFocus: true })
      else setFormError(error)
      return
    }
    location.assign((await signInWithPassword(email, password)) === null ? '/overview' : '/login')
  }

  const hasFailed = formError !== null || errors.password !== undefined
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <QueryErrorMessage error={formError} />
      <Field label={t('email')}>
        <Input type="email" autoComplete="username" value={email} readOnly className="text-ink-soft" />
      </Field>
      <Field label={t('password')} error={errors.password?.message} hint={t('passwordHint')}>
        <Input type="password" autoComplete="new-password" autoFocus {...form.register('password')} />
      </Field>
      <Button
        type="submit"
        disabled={!isHydrated}
        variant="primary"
        size="lg"
        busy={isSubmitting || (isSubmitSuccessful && !hasFailed)}
      >
        {t(submitLabels[kind])}
      </Button>
    </form>
  )
}
