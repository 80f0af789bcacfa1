'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { signInWithPassword } from '#components/auth/sign-in.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

const Choice = z.object({
  password: z.string().min(12, 'At least 12 characters.').max(128, 'At most 128 characters.'),
})
type Choice = z.infer<typeof Choice>

interface ChoosePasswordFormProps {
  kind: 'invitation' | 'recovery'
  token: string
  email: string
}

const endpoints = { invitation: '/auth/accept-invitation', recovery: '/auth/reset-password' }
const submitLabels = { invitation: 'Join', recovery: 'Set password' }

/** The last step of an invitation or a password reset. */
export function ChoosePasswordForm({ kind, token, email }: ChoosePasswordFormProps) {
  const alive = useHydrated()
  const form = useForm<Choice>({ resolver: zodResolver(Choice), defaultValues: { password: '' } })
  const [fieldError, setError] = useState<unknown>(null)
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  async function submit({ password }: Choice) {
    setError(null)
    try {
      await api('POST', endpoints[kind], { token, password })
    } catch (error) {
      const errors = error instanceof ApiError ? error.fields.password : undefined
      if (errors) form.setError('password', { message: errors.join(' ') }, { shouldFocus: true })
      else setError(error)
      return
    }
    location.assign((await signInWithPassword(email, password)) === null ? '/overview' : '/login')
  }

  const failed = fieldError !== null || errors.password !== undefined
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <QueryErrorMessage error={fieldError} />
      <Field label="Email">
        <Input type="email" autoComplete="username" value={email} readOnly className="text-ink-soft" />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint="At least 12 characters; a few words work well."
      >
        <Input type="password" autoComplete="new-password" autoFocus {...form.register('password')} />
      </Field>
      <Button
        type="submit"
        disabled={!alive}
        variant="primary"
        size="lg"
        busy={isSubmitting || (isSubmitSuccessful && !failed)}
      >
        {submitLabels[kind]}
      </Button>
    </form>
  )
}
