'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useVoid } from '#components/processes/queries.ts'
import { ConfirmButton } from '#components/shell/confirm-button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { trimText } from '#lib/core/text/clean'
import type { ProcessRecord } from '#lib/processes/schema'

/** Declares a completed process void, with a reason. */
export function VoidButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes')
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const voiding = useVoid(process.id)
  return (
    <ConfirmButton
      label={t('void.button')}
      button={{ variant: 'danger-line' }}
      title={t('void.title')}
      description={t('void.text')}
      confirmLabel={t('void.confirm')}
      danger
      action={voiding}
      onConfirm={(onSuccess) => {
        if (trimText(reason)) voiding.mutate(trimText(reason), { onSuccess })
        else setReasonMissing(true)
      }}
      done={t('void.done')}
    >
      <Field
        label={t('reason')}
        hint={t('void.reasonHint')}
        error={isReasonMissing && !trimText(reason) ? t('void.reasonMissing') : undefined}
      >
        <Textarea
          rows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmButton>
  )
}
