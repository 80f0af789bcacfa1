'use client'

import { Fingerprint } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FactorProof, FactorRequest } from '#components/second-factor/request.ts'
import { canUsePasskeys, getPasskey } from '#components/second-factor/webauthn.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

interface FactorFormProps {
  request: FactorRequest
  submitLabel: string
  /** Sends the proof. @returns null when it was accepted, else the error message */
  onProof: (proof: FactorProof) => Promise<string | null>
}

/** Asks for a passkey, the code of the authenticator app, or a recovery code. */
export function FactorForm({ request, submitLabel, onProof }: FactorFormProps) {
  const t = useTranslations('secondFactor')
  const has = (method: FactorRequest['methods'][number]) => request.methods.includes(method)
  const [isRecovering, setRecovering] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<'passkey' | 'code' | null>(null)
  const [code, setCode] = useState('')
  const codeInput = useRef<HTMLInputElement>(null)
  const canUsePasskey = has('passkey') && !isRecovering && canUsePasskeys()
  const showsCodeInput = has('totp') || isRecovering

  async function send(kind: 'passkey' | 'code', getProof: () => Promise<FactorProof | null>) {
    setError(null)
    setBusy(kind)
    const proof = await getProof()
    const proofError = proof ? await onProof(proof) : t('request.passkeyUnused')
    // Stays busy while the next page loads.
    if (proofError === null) return
    setBusy(null)
    setCode('')
    setError(proofError)
    // The button needs another code first.
    if (kind === 'code') codeInput.current?.focus()
  }

  const sendPasskey = () =>
    send('passkey', async () => {
      const passkey = await getPasskey(request.passkey_options ?? {})
      return passkey && { passkey }
    })

  function sendCode(event: FormEvent) {
    event.preventDefault()
    void send('code', async () => (isRecovering ? { recovery_code: code } : { code }))
  }

  function switchMethod() {
    setRecovering(!isRecovering)
    setError(null)
    setCode('')
  }

  return (
    <div className="flex flex-col gap-5">
      {error ? <ErrorAlert message={error} /> : null}
      {canUsePasskey || showsCodeInput ? null : <p>{t('request.unsupported')}</p>}
      {canUsePasskey ? (
        <Button
          variant={showsCodeInput ? 'line' : 'primary'}
          size="lg"
          busy={busy === 'passkey'}
          disabled={busy === 'code'}
          onClick={sendPasskey}
        >
          {busy === 'passkey' ? null : <Fingerprint className="size-5" aria-hidden="true" />}
          {t('request.usePasskey')}
        </Button>
      ) : null}
      {showsCodeInput ? (
        <form noValidate onSubmit={sendCode} className="flex flex-col gap-5">
          <Field
            label={isRecovering ? t('request.recoveryCode') : t('code')}
            hint={t(isRecovering ? 'request.recoveryCodeHint' : 'request.codeHint')}
          >
            <Input
              key={String(isRecovering)}
              ref={codeInput}
              autoFocus
              autoComplete={isRecovering ? 'off' : 'one-time-code'}
              inputMode={isRecovering ? 'text' : 'numeric'}
              spellCheck={false}
              maxLength={20}
              className="figures"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy === 'code'}
            disabled={code.trim() === '' || busy === 'passkey'}
          >
            {submitLabel}
          </Button>
        </form>
      ) : null}
      {has('recovery_code') ? (
        <button
          type="button"
          onClick={switchMethod}
          className="self-start text-sm text-ink-soft underline underline-offset-2 hover:text-ink"
        >
          {t(isRecovering ? 'request.useFactor' : 'request.useRecoveryCode')}
        </button>
      ) : null}
    </div>
  )
}
