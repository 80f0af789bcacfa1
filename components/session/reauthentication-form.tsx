'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, api } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { FactorForm } from '#components/second-factor/factor-form.tsx'
import { type FactorProof, type FactorRequest, getFactorRequest } from '#components/second-factor/request.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

/** Asks for the password again, and then for the second factor of a user who has one. */
export function ReauthenticationForm({ onAccepted }: { onAccepted: () => void }) {
  const t = useTranslations('api.password')
  const errorText = useErrorText()
  const [password, setPassword] = useState('')
  const [request, setRequest] = useState<FactorRequest | null>(null)
  const [state, setState] = useState<{ busy?: true; error?: unknown }>({})
  const fieldError = state.error instanceof ApiError ? state.error.fields.password?.join(' ') : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ busy: true })
    try {
      await api('POST /auth/reauthenticate', { body: { password } })
      onAccepted()
    } catch (error) {
      setRequest(getFactorRequest(error))
      setState({ error })
    }
  }

  async function sendFactor(challenge: string, proof: FactorProof): Promise<string | null> {
    try {
      await api('POST /auth/reauthenticate', { body: { challenge, ...proof } })
      onAccepted()
      return null
    } catch (error) {
      return errorText(error)
    }
  }

  if (request)
    return (
      <FactorForm
        request={request}
        submitLabel={t('submit')}
        onProof={(proof) => sendFactor(request.challenge, proof)}
      />
    )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {fieldError ? null : <QueryErrorMessage error={state.error} />}
      <Field label={t('password')} error={fieldError}>
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={state.busy === true}
        disabled={password === ''}
        className="self-end"
      >
        {t('submit')}
      </Button>
    </form>
  )
}
