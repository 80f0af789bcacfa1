'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

const Ask = z.object({ email: z.string().trim().pipe(z.email('This is not an email address.')) })
type Ask = z.infer<typeof Ask>

/** Requests a password reset. The response is the same whether or not the account exists. */
export function RecoveryForm() {
  const alive = useHydrated()
  const form = useForm<Ask>({ resolver: zodResolver(Ask), defaultValues: { email: '' } })
  const [fieldError, setError] = useState<unknown>(null)
  const [sentTo, setAskedFor] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState

  async function submit({ email }: Ask) {
    setError(null)
    try {
      await api('POST', '/auth/forgot-password', { email })
      setAskedFor(email)
    } catch (error) {
      const errors = error instanceof ApiError ? error.fields.email : undefined
      if (errors) form.setError('email', { message: errors.join(' ') }, { shouldFocus: true })
      else setError(error)
    }
  }

  if (sentTo)
    return (
      <div role="status" className="flex flex-col gap-3">
        <p className="heading text-xl">Check your email</p>
        <p className="text-ink-soft">
          If <span className="break-all text-ink">{sentTo}</span> belongs to an account, an email with a link
          is on its way. The link is good for an hour and works once.
        </p>
      </div>
    )
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <QueryErrorMessage error={fieldError} />
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Button type="submit" disabled={!alive} variant="primary" size="lg" busy={isSubmitting}>
        Send reset link
      </Button>
    </form>
  )
}
