'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { PasskeyNameForm } from '#components/second-factor/passkey-name-form.tsx'
import { renamePasskey } from '#components/second-factor/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import type { PasskeyRecord } from '#lib/identity/factors/schema'

interface RenamePasskeyProps {
  passkey: PasskeyRecord
  onRenamed: () => Promise<unknown>
}

/** The button that opens the dialog with the name of a passkey. */
export function RenamePasskey({ passkey, onRenamed }: RenamePasskeyProps) {
  const t = useTranslations('secondFactor.rename')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" aria-label={t('label', { name: passkey.name })} onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('title')}>
        <RenameForm
          passkey={passkey}
          onRenamed={async () => {
            setOpen(false)
            await onRenamed()
          }}
        />
      </Dialog>
    </>
  )
}

function RenameForm({ passkey, onRenamed }: RenamePasskeyProps) {
  const t = useTranslations('common')
  const rename = useMutation({
    mutationFn: (name: string) => renamePasskey(passkey.id, name),
    onSuccess: onRenamed,
  })
  return (
    <PasskeyNameForm
      startName={passkey.name}
      submitLabel={t('save')}
      isBusy={rename.isPending}
      onSubmit={(name) => rename.mutate(name)}
    >
      <QueryErrorMessage error={rename.error} />
    </PasskeyNameForm>
  )
}
