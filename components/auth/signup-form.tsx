'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { signInWithPassword } from '#components/auth/sign-in.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { LoginRecord } from '#lib/identity/schema'

const SignUp = z.object({
  tenant_name: z
    .string()
    .trim()
    .min(1, 'Enter the name of your organisation.')
    .max(120, 'At most 120 characters.'),
  name: z.string().trim().min(1, 'Enter your name.').max(120, 'At most 120 characters.'),
  email: z.string().trim().pipe(z.email('This is not an email address.')),
  password: z.string().min(12, 'At least 12 characters.').max(128, 'At most 128 characters.'),
})
type SignUp = z.infer<typeof SignUp>

/** Signs up and revokes the access token: the browser signs in with its cookie. */
async function signUp(input: SignUp) {
  const { data } = await api<ItemResponse<LoginRecord>>('POST', '/auth/signup', input)
  const headers = { authorization: `Bearer ${data.access_token}` }
  await fetch('/api/v1/auth/logout', { method: 'POST', headers, credentials: 'omit' }).catch(() => null)
}

export function SignupForm() {
  const alive = useHydrated()
  const form = useForm<SignUp>({
    resolver: zodResolver(SignUp),
    defaultValues: { tenant_name: '', name: '', email: '', password: '' },
  })
  const [fieldError, setError] = useState<unknown>(null)
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  async function submit(input: SignUp) {
    setError(null)
    try {
      await signUp(input)
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [field, messages] of fields)
        form.setError(field as Path<SignUp>, { message: messages.join(' ') }, { shouldFocus: true })
      if (fields.length === 0) setError(error)
      return
    }
    location.assign((await signInWithPassword(input.email, input.password)) === null ? '/overview' : '/login')
  }

  const field = (name: keyof SignUp) => ({ error: errors[name]?.message, control: form.register(name) })
  const tenant = field('tenant_name')
  const person = field('name')
  const email = field('email')
  const password = field('password')
  const failed = fieldError !== null || Object.keys(errors).length > 0

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <QueryErrorMessage error={fieldError} />
      <Field label="Organisation" error={tenant.error}>
        <Input autoComplete="organization" autoFocus {...tenant.control} />
      </Field>
      <Field label="Your name" error={person.error}>
        <Input autoComplete="name" {...person.control} />
      </Field>
      <Field label="Email" error={email.error}>
        <Input type="email" autoComplete="username" {...email.control} />
      </Field>
      <Field label="Password" error={password.error} hint="At least 12 characters; a few words work well.">
        <Input type="password" autoComplete="new-password" {...password.control} />
      </Field>
      <Button
        type="submit"
        disabled={!alive}
        variant="primary"
        size="lg"
        busy={isSubmitting || (isSubmitSuccessful && !failed)}
      >
        Create account
      </Button>
    </form>
  )
}
