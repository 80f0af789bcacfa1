'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type Path, useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'

const Change = z.object({
  current_password: z.string().min(1, 'Enter your current password.'),
  password: z.string().min(12, 'At least 12 characters.').max(128, 'At most 128 characters.'),
})
type Change = z.infer<typeof Change>

/** The form to change the own password. */
export function PasswordForm({ email }: { email: string }) {
  const form = useForm<Change>({
    resolver: zodResolver(Change),
    defaultValues: { current_password: '', password: '' },
  })
  const change = useMutation({
    mutationFn: (input: Change) => api<{ message: string }>('PUT', '/user/password', input),
  })
  const showToast = useToast()
  const { errors } = form.formState
  const hasFieldErrors = change.error instanceof ApiError && Object.keys(change.error.fields).length > 0

  function submit(input: Change) {
    change.mutate(input, {
      onSuccess: () => {
        form.reset()
        showToast('Password changed. Your other sessions were signed out.')
      },
      onError: (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : []
        for (const [field, messages] of fields)
          form.setError(field as Path<Change>, { message: messages.join(' ') }, { shouldFocus: true })
      },
    })
  }

  return (
    <Section title="Password">
      <form
        method="post"
        noValidate
        onSubmit={form.handleSubmit(submit)}
        className="flex max-w-sm flex-col gap-5 pt-1"
      >
        {hasFieldErrors ? null : <QueryErrorMessage error={change.error} />}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('current_password')} />
        </Field>
        <Field
          label="New password"
          error={errors.password?.message}
          hint="At least 12 characters. Your other sessions will be signed out."
        >
          <Input type="password" autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Button type="submit" busy={change.isPending} className="self-start">
          Change password
        </Button>
      </form>
    </Section>
  )
}
