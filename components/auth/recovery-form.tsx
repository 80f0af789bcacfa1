'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCheckedForm } from '#components/api/checked-form.ts'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** Requests a password reset. The response is the same whether or not the account exists. */
export function RecoveryForm() {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useCheckedForm({
    saved: { email: '' },
    schema: () => import('#components/auth/inputs.ts').then((inputs) => inputs.recoveryInput(t)),
    save: (input) => api('POST /auth/forgot-password', { body: input }),
    onSaved: ({ email }) => setSentTo(email),
  })

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
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <QueryErrorMessage error={form.failure} />
      <Field label={t('email')} error={form.error('email')}>
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Button type="submit" disabled={!isHydrated} variant="primary" size="lg" busy={form.isSaving}>
        {t('recovery.submit')}
      </Button>
    </form>
  )
}
