'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loginPath } from '#components/api/login-path.ts'
import { type SignInError, signInWithFactor, startSignIn } from '#components/auth/sign-in.ts'
import { FactorForm } from '#components/second-factor/factor-form.tsx'
import type { FactorProof, FactorRequest } from '#components/second-factor/request.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

interface SignInAgainFormProps {
  email: string
  /** The form stays busy until it is done. @returns why the page cannot go on yet; null when it does */
  onAccepted: () => Promise<SignInError | null>
  onCancel: () => void
}

/** Signs the user of the page in again: with the password here, or at the sign-in page for other ways. */
export function SignInAgainForm({ email, onAccepted, onCancel }: SignInAgainFormProps) {
  const t = useTranslations()
  const [password, setPassword] = useState('')
  const [request, setRequest] = useState<FactorRequest | null>(null)
  const [state, setState] = useState<{ busy?: true; error?: SignInError }>({})

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ busy: true })
    const result = await startSignIn(email, password)
    if (result && 'request' in result) return setRequest(result.request)
    const error = result ? result.error : await onAccepted()
    if (error) setState({ error })
  }

  async function sendFactor(challenge: string, proof: FactorProof): Promise<string | null> {
    const error = (await signInWithFactor(challenge, proof)) ?? (await onAccepted())
    return error && t(`auth.signInErrors.${error}`)
  }

  if (request)
    return (
      <FactorForm
        request={request}
        submitLabel={t('common.signInAgain')}
        onProof={(proof) => sendFactor(request.challenge, proof)}
      />
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label={t('auth.email')}>
        <Input type="email" autoComplete="username" value={email} readOnly className="text-ink-soft" />
      </Field>
      <Field
        label={t('auth.password')}
        error={state.error ? t(`auth.signInErrors.${state.error}`) : undefined}
      >
        <Input
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <a
        href={loginPath()}
        target="_blank"
        rel="noreferrer"
        className="-mt-2 self-start text-sm text-ink-soft underline underline-offset-2 hover:text-ink"
      >
        {t('api.ended.page')}
      </a>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{t('api.ended.stay')}</Button>
        <Button type="submit" variant="primary" busy={state.busy === true} disabled={password === ''}>
          {t('common.signInAgain')}
        </Button>
      </div>
    </form>
  )
}
