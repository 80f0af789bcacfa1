'use client'

import { useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, api } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import type { SignUpInput } from '#components/auth/inputs.ts'
import { signInWithPassword } from '#components/auth/sign-in.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { LoginRecord } from '#lib/identity/schema'

/** Signs up and revokes the access token of the response: the browser signs in with a cookie instead. */
async function signUp(input: SignUpInput) {
  const { data } = await api<ItemResponse<LoginRecord>>('POST', '/auth/signup', input)
  const headers = { authorization: `Bearer ${data.access_token}` }
  await fetch('/api/v1/auth/logout', { method: 'POST', headers, credentials: 'omit' }).catch(() => null)
}

export function SignupForm() {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const form = useForm<SignUpInput>({
    resolver: lazyResolver(() =>
      import('#components/auth/inputs.ts').then((inputs) => inputs.signUpInput(t)),
    ),
    defaultValues: { tenant_name: '', name: '', email: '', password: '' },
  })
  const [formError, setFormError] = useState<unknown>(null)
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  async function submit(input: SignUpInput) {
    setFormError(null)
    try {
      await signUp(input)
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [field, messages] of fields)
        form.setError(field as Path<SignUpInput>, { message: messages.join(' ') }, { shouldFocus: true })
      if (fields.length === 0) setFormError(error)
      return
    }
    location.assign((await signInWithPassword(input.email, input.password)) === null ? '/overview' : '/login')
  }

  const field = (name: keyof SignUpInput) => ({ error: errors[name]?.message, control: form.register(name) })
  const organisation = field('tenant_name')
  const name = field('name')
  const email = field('email')
  const password = field('password')
  const hasFailed = formError !== null || Object.keys(errors).length > 0

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <QueryErrorMessage error={formError} />
      <Field label={t('signUp.organisation')} error={organisation.error}>
        <Input autoComplete="organization" autoFocus {...organisation.control} />
      </Field>
      <Field label={t('signUp.name')} error={name.error}>
        <Input autoComplete="name" {...name.control} />
      </Field>
      <Field label={t('email')} error={email.error}>
        <Input type="email" autoComplete="username" {...email.control} />
      </Field>
      <Field label={t('password')} error={password.error} hint={t('passwordHint')}>
        <Input type="password" autoComplete="new-password" {...password.control} />
      </Field>
      <Button
        type="submit"
        disabled={!isHydrated}
        variant="primary"
        size="lg"
        busy={isSubmitting || (isSubmitSuccessful && !hasFailed)}
      >
        {t('signUp.submit')}
      </Button>
    </form>
  )
}
