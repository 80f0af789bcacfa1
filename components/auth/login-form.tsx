'use client'

import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCheckedForm } from '#components/api/checked-form.ts'
import { FactorStep, openNextPage } from '#components/auth/factor-step.tsx'
import { openPage, type SignInError, startSignIn } from '#components/auth/sign-in.ts'
import type { FactorRequest } from '#components/second-factor/request.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** The form of email and password; then, for a user who has one, that of the second factor. */
export function LoginForm({ next }: { next: string | undefined }) {
  const t = useTranslations('auth')
  const isHydrated = useHydrated()
  const [signInError, setSignInError] = useState<SignInError | null>(null)
  const [factorRequest, setFactorRequest] = useState<FactorRequest | null>(null)
  const form = useCheckedForm({
    saved: { email: '', password: '' },
    schema: () => import('#components/auth/inputs.ts').then((inputs) => inputs.loginInput(t)),
    save: async ({ email, password }) => {
      setSignInError(null)
      const result = await startSignIn(email, password)
      if (result === null) return openNextPage(next)
      if ('request' in result) return setFactorRequest(result.request)
      // The page then offers the provider of the organisation.
      if (result.error === 'ssoRequired') return openPage('/login?error=sso_required')
      setSignInError(result.error)
      form.methods.resetField('password')
      form.methods.setFocus('password')
    },
  })

  function goBack() {
    form.methods.resetField('password')
    setFactorRequest(null)
  }

  if (factorRequest)
    return (
      <div className="flex flex-col gap-5">
        <p>{t('signIn.factor')}</p>
        <FactorStep request={factorRequest} next={next} />
        <Button variant="quiet" onClick={goBack}>
          {t('signIn.back')}
        </Button>
      </div>
    )

  return (
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      {signInError ? <ErrorAlert message={t(`signInErrors.${signInError}`)} /> : null}
      <Field label={t('email')} error={form.error('email')}>
        <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
      </Field>
      <Field label={t('password')} error={form.error('password')}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <Link
        href="/recovery"
        className="-mt-2 self-start text-sm text-ink-soft underline underline-offset-2 hover:text-ink"
      >
        {t('signIn.forgotPassword')}
      </Link>
      <Button type="submit" disabled={!isHydrated} variant="primary" size="lg" busy={form.isSaving}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
