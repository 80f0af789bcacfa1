'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { removeFactor } from '#components/second-factor/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'

interface RemoveFactorProps {
  label: string
  /** The question of the confirmation. */
  title: string
  /** The path below `/api/v1`. */
  path: string
  onRemoved: () => Promise<unknown>
}

/** The button that removes a factor, after a confirmation. */
export function RemoveFactor({ label, title, path, onRemoved }: RemoveFactorProps) {
  const t = useTranslations()
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => removeFactor(path),
    onSuccess: async () => {
      setOpen(false)
      await onRemoved()
    },
  })
  return (
    <>
      <Button size="sm" aria-label={label} onClick={() => setOpen(true)}>
        {t('common.remove')}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={t('secondFactor.remove.text')}
        confirmLabel={t('common.remove')}
        cancelLabel={t('secondFactor.remove.keep')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <QueryErrorMessage error={remove.error} />
      </Confirm>
    </>
  )
}
