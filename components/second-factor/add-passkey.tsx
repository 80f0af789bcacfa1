'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { PasskeyNameForm } from '#components/second-factor/passkey-name-form.tsx'
import { addPasskey, startPasskey } from '#components/second-factor/queries.ts'
import { canUsePasskeys, createPasskey } from '#components/second-factor/webauthn.ts'
import { describeBrowser } from '#components/shell/browser.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'

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
  const [isCancelled, setCancelled] = useState(false)
  const add = useMutation({
    mutationFn: async (name: string) => {
      const { challenge, options } = (await startPasskey()).data
      const credential = await createPasskey(options)
      return credential && (await addPasskey({ challenge, name, credential })).data
    },
    onSuccess: (added) => (added ? onAdded(added.recovery_codes) : setCancelled(true)),
  })

  if (!canUsePasskeys()) return <ErrorAlert message={t('passkey.unsupported')} />
  return (
    <PasskeyNameForm
      startName={describeBrowser(tBrowser, navigator.userAgent)}
      hint={t('passkey.nameHint')}
      submitLabel={t('passkey.submit')}
      isBusy={add.isPending}
      onSubmit={(name) => {
        setCancelled(false)
        add.mutate(name)
      }}
    >
      <QueryErrorMessage error={add.error} />
      {isCancelled ? <ErrorAlert message={t('passkey.cancelled')} /> : null}
    </PasskeyNameForm>
  )
}
