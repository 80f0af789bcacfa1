'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'

interface RemoveFactorProps {
  label: string
  /** The question of the confirmation. */
  title: string
  remove: () => Promise<unknown>
  onRemoved: () => Promise<unknown>
}

/** The button that removes a factor, after a confirmation. */
export function RemoveFactor({ label, title, remove, onRemoved }: RemoveFactorProps) {
  const t = useTranslations()
  const [open, setOpen] = useState(false)
  const removal = useMutation({
    mutationFn: remove,
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
        busy={removal.isPending}
        onConfirm={() => removal.mutate()}
      >
        <QueryErrorMessage error={removal.error} />
      </Confirm>
    </>
  )
}
