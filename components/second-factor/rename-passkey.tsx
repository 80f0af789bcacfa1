'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { renamePasskey } from '#components/second-factor/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import type { PasskeyRecord } from '#lib/identity/factors/schema'

interface RenamePasskeyProps {
  passkey: PasskeyRecord
  onRenamed: () => Promise<unknown>
}

/** The button that opens the dialog with the name of a passkey. */
export function RenamePasskey({ passkey, onRenamed }: RenamePasskeyProps) {
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState(passkey.name)
  const rename = useMutation({
    mutationFn: () => renamePasskey(passkey.id, name),
    onSuccess: async () => {
      setOpen(false)
      await onRenamed()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <>
      <Button
        size="sm"
        aria-label={t('secondFactor.rename.label', { name: passkey.name })}
        onClick={() => setOpen(true)}
      >
        {t('secondFactor.rename.button')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('secondFactor.rename.title')}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <QueryErrorMessage error={rename.error} />
          <Field label={t('secondFactor.name')}>
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
            busy={rename.isPending}
            disabled={name.trim() === ''}
            className="self-end"
          >
            {t('common.save')}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
