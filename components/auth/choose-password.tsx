'use client'

import { useTranslations } from 'use-intl'
import { useCheckedForm } from '#components/api/checked-form.ts'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { openDashboard } from '#components/auth/sign-in.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

interface ChoosePasswordProps {
  kind: 'invitation' | 'recovery'
  token: string
  email: string
}

const operations = {
  invitation: 'POST /auth/accept-invitation',
  recovery: 'POST /auth/reset-password',
} as const
const submitLabels = { invitation: 'invitation.submit', recovery: 'newPassword.submit' } as const

/** The last step of an invitation or a password reset; `signInUrl`: where the user signs in without a password. */
export function ChoosePassword({ signInUrl, ...props }: ChoosePasswordProps & { signInUrl: string | null }) {
  const t = useTranslations('auth')
  if (signInUrl === null) return <ChoosePasswordForm {...props} />
  return (
    <Button asChild variant="primary" size="lg">
      <a href={signInUrl}>{t('signIn.title')}</a>
    </Button>
  )
}

function ChoosePasswordForm({ kind, token, email }: ChoosePasswordProps) {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const form = useCheckedForm({
    saved: { password: '' },
    schema: () => import('#components/auth/inputs.ts').then((inputs) => inputs.passwordInput(t)),
    save: async ({ password }) => {
      await api(operations[kind], { body: { token, password } })
      await openDashboard(email, password)
    },
  })
  return (
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <QueryErrorMessage error={form.failure} />
      <Field label={t('email')}>
        <Input type="email" autoComplete="username" value={email} readOnly className="text-ink-soft" />
      </Field>
      <Field label={t('password')} error={form.error('password')} hint={t('passwordHint')}>
        <Input type="password" autoComplete="new-password" autoFocus {...form.register('password')} />
      </Field>
      <Button type="submit" disabled={!isHydrated} variant="primary" size="lg" busy={form.isSaving}>
        {t(submitLabels[kind])}
      </Button>
    </form>
  )
}
