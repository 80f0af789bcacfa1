'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useBulkSendAction } from '#components/bulk/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'

/** Cancels a list that is being sent, after a confirmation: it cannot be resumed. */
export function CancelListButton({ id }: { id: number }) {
  const t = useTranslations('bulk.list.cancel')
  const [isOpen, setOpen] = useState(false)
  const action = useBulkSendAction(id)
  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={t('title')}
        description={t('text')}
        confirmLabel={t('button')}
        danger
        busy={action.isPending}
        onConfirm={() => action.mutate('cancel')}
      >
        <QueryErrorMessage error={action.error} />
      </Confirm>
    </>
  )
}
