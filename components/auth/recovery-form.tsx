'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, api } from '#components/api/client.ts'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { RecoveryInput } from '#components/auth/inputs.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** Requests a password reset. The response is the same whether or not the account exists. */
export function RecoveryForm() {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const form = useForm<RecoveryInput>({
    resolver: lazyResolver(() =>
      import('#components/auth/inputs.ts').then((inputs) => inputs.recoveryInput(t)),
    ),
    defaultValues: { email: '' },
  })
  const [formError, setFormError] = useState<unknown>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState

  async function submit({ email }: RecoveryInput) {
    setFormError(null)
    try {
      await api('POST', '/auth/forgot-password', { email })
      setSentTo(email)
    } catch (error) {
      const messages = error instanceof ApiError ? error.fields.email : undefined
      if (messages) form.setError('email', { message: messages.join(' ') }, { shouldFocus: true })
      else setFormError(error)
    }
  }

  if (sentTo)
    return (
      <div role="status" className="flex flex-col gap-3">
        <p className="heading text-xl">{t('recovery.sentTitle')}</p>
        <p className="text-ink-soft">
          {t.rich('recovery.sent', {
            email: sentTo,
            b: (email) => <span className="break-all text-ink">{email}</span>,
          })}
        </p>
      </div>
    )
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      <QueryErrorMessage error={formError} />
      <Field label={t('email')} error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Button type="submit" disabled={!isHydrated} variant="primary" size="lg" busy={isSubmitting}>
        {t('recovery.submit')}
      </Button>
    </form>
  )
}
