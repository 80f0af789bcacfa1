'use client'

import { useTranslations } from 'use-intl'
import { useBulkSendAction } from '#components/bulk/queries.ts'
import { ConfirmButton } from '#components/shell/confirm-button.tsx'

/** Cancels a list that is being sent, after a confirmation: it cannot be resumed. */
export function CancelListButton({ id }: { id: number }) {
  const t = useTranslations('bulk.list.cancel')
  const action = useBulkSendAction(id)
  return (
    <ConfirmButton
      label={t('button')}
      button={{ variant: 'danger-line' }}
      title={t('title')}
      description={t('text')}
      confirmLabel={t('button')}
      danger
      action={action}
      // The list has no button any more once it is cancelled.
      onConfirm={() => action.mutate('cancel')}
    />
  )
}
