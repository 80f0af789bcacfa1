'use client'

import { useTranslations } from 'use-intl'
import { useCheckedForm } from '#components/api/checked-form.ts'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { SignUpInput } from '#components/auth/inputs.ts'
import { openDashboard } from '#components/auth/sign-in.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** Signs up and revokes the access token of the response: the browser signs in with a cookie instead. */
async function signUp(input: SignUpInput) {
  const { data } = await api('POST /auth/signup', { body: input })
  const headers = { authorization: `Bearer ${data.access_token}` }
  await fetch('/api/v1/auth/logout', { method: 'POST', headers, credentials: 'omit' }).catch(() => null)
}

export function SignupForm() {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const form = useCheckedForm({
    saved: { tenant_name: '', name: '', email: '', password: '' },
    schema: () => import('#components/auth/inputs.ts').then((inputs) => inputs.signUpInput(t)),
    save: async (input) => {
      await signUp(input)
      await openDashboard(input.email, input.password)
    },
  })
  return (
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <QueryErrorMessage error={form.failure} />
      <Field label={t('signUp.organisation')} error={form.error('tenant_name')}>
        <Input autoComplete="organization" autoFocus {...form.register('tenant_name')} />
      </Field>
      <Field label={t('signUp.name')} error={form.error('name')}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field label={t('email')} error={form.error('email')}>
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label={t('password')} error={form.error('password')} hint={t('passwordHint')}>
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Button type="submit" disabled={!isHydrated} variant="primary" size="lg" busy={form.isSaving}>
        {t('signUp.submit')}
      </Button>
    </form>
  )
}
