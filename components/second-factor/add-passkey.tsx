'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { addPasskey, startPasskey } from '#components/second-factor/queries.ts'
import { canUsePasskeys, createPasskey } from '#components/second-factor/webauthn.ts'
import { browserOf } from '#components/settings/browser.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { ErrorAlert } from '#components/ui/states.tsx'

interface AddPasskeyProps {
  label: string
  size?: 'sm' | 'lg'
  /** Gets the recovery codes that come with the first factor; null for further factors. */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** The button and the dialog that add a passkey. */
export function AddPasskey({ label, size, onAdded }: AddPasskeyProps) {
  const t = useTranslations('secondFactor')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...(size && { size })} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('addPasskey')} description={t('passkey.text')}>
        <PasskeyForm
          onAdded={(codes) => {
            setOpen(false)
            onAdded(codes)
          }}
        />
      </Dialog>
    </>
  )
}

function PasskeyForm({ onAdded }: Pick<AddPasskeyProps, 'onAdded'>) {
  const t = useTranslations('secondFactor')
  const tBrowser = useTranslations('settings.browser')
  const [name, setName] = useState(() => browserOf(tBrowser, navigator.userAgent))
  const [isCancelled, setCancelled] = useState(false)
  const add = useMutation({
    mutationFn: async () => {
      const { challenge, options } = (await startPasskey()).data
      const credential = await createPasskey(options)
      return credential && (await addPasskey({ challenge, name, credential })).data
    },
    onSuccess: (added) => (added ? onAdded(added.recovery_codes) : setCancelled(true)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setCancelled(false)
    add.mutate()
  }

  if (!canUsePasskeys()) return <ErrorAlert message={t('passkey.unsupported')} />
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <QueryErrorMessage error={add.error} />
      {isCancelled ? <ErrorAlert message={t('passkey.cancelled')} /> : null}
      <Field label={t('name')} hint={t('passkey.nameHint')}>
        <Input
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={add.isPending}
        disabled={name.trim() === ''}
        className="self-end"
      >
        {t('passkey.submit')}
      </Button>
    </form>
  )
}
