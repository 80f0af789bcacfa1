'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { confirmTotp, startTotp } from '#components/second-factor/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { QrCode } from '#components/ui/lazy/qr-code.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { TotpSetupRecord } from '#lib/identity/factors/schema'

interface AddTotpProps {
  label: string
  size?: 'sm' | 'lg'
  /** Gets the recovery codes that come with the first factor; null for further factors. */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** The button and the dialog that set up an authenticator app. */
export function AddTotp({ label, size, onAdded }: AddTotpProps) {
  const t = useTranslations('secondFactor')
  const errorText = useErrorText()
  const showToast = useToast()
  const start = useMutation({
    mutationFn: startTotp,
    onError: (error) => showToast(errorText(error), 'danger'),
  })
  return (
    <>
      <Button {...(size && { size })} busy={start.isPending} onClick={() => start.mutate()}>
        {label}
      </Button>
      <Dialog
        open={start.data !== undefined}
        onOpenChange={start.reset}
        title={t('setupTotp')}
        description={t('totp.text')}
      >
        {start.data ? (
          <ConfirmForm
            setup={start.data.data}
            onConfirmed={(codes) => {
              start.reset()
              onAdded(codes)
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

function ConfirmForm({
  setup,
  onConfirmed,
}: {
  setup: TotpSetupRecord
  onConfirmed: (codes: string[] | null) => void
}) {
  const t = useTranslations('secondFactor')
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: confirmTotp,
    onSuccess: ({ data }) => onConfirmed(data.recovery_codes),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    confirm.mutate(code)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <QrCode text={setup.otpauth_url} label={t('totp.qrCode')} />
      <p className="text-sm text-ink-soft">
        {t.rich('totp.key', {
          a: (text) => (
            <a href={setup.otpauth_url} className="text-accent underline underline-offset-2">
              {text}
            </a>
          ),
        })}
        <code className="mt-1 block font-mono break-all text-ink select-all">
          {setup.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <QueryErrorMessage error={confirm.error} />
      <Field label={t('code')}>
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          className="figures"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={confirm.isPending}
        disabled={code.trim() === ''}
        className="self-end"
      >
        {t('totp.submit')}
      </Button>
    </form>
  )
}
