'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CancelReason } from '#components/processes/detail/cancel-reason.tsx'
import { useCancel } from '#components/processes/queries.ts'
import { ConfirmButton } from '#components/shell/confirm-button.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** Cancels a sent process, optionally with a reason. */
export function CancelButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes')
  const [reason, setReason] = useState('')
  const cancel = useCancel(process.id)
  return (
    <ConfirmButton
      label={t('cancel.button')}
      button={{ variant: 'danger-line' }}
      title={t('cancel.title')}
      description={t('cancel.text')}
      confirmLabel={t('cancel.button')}
      danger
      action={cancel}
      onConfirm={(onSuccess) => cancel.mutate(reason.trim(), { onSuccess })}
      done={t('cancel.done')}
    >
      <CancelReason value={reason} onChange={setReason} />
    </ConfirmButton>
  )
}
