'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { QrCode } from '#components/second-factor/qr-code.tsx'
import { confirmTotp, startTotp } from '#components/second-factor/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { TotpSetupRecord } from '#lib/identity/factors/schema'

interface AddFactorProps {
  label: string
  size?: 'sm' | 'lg'
  /** Gets the recovery codes of the first factor; null with further ones. */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** The button and the dialog that set up an authenticator app. */
export function AddTotp({ label, size, onAdded }: AddFactorProps) {
  const showToast = useToast()
  const start = useMutation({
    mutationFn: startTotp,
    onError: (error) => showToast(error.message, 'danger'),
  })
  return (
    <>
      <Button {...(size && { size })} busy={start.isPending} onClick={() => start.mutate()}>
        {label}
      </Button>
      <Dialog
        open={start.data !== undefined}
        onOpenChange={start.reset}
        title="Set up an authenticator app"
        description="Scan the code with an app such as Google Authenticator, 1Password or Aegis, then enter the six digits it shows."
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
      <QrCode text={setup.otpauth_url} label="QR code for the authenticator app" />
      <p className="text-sm text-ink-soft">
        Or enter this key, or{' '}
        <a href={setup.otpauth_url} className="text-accent underline underline-offset-2">
          open the app on this device
        </a>
        :
        <code className="mt-1 block font-mono break-all text-ink select-all">
          {setup.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <QueryErrorMessage error={confirm.error} />
      <Field label="Code">
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
        Confirm
      </Button>
    </form>
  )
}
