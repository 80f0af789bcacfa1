'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useVoid } from '#components/processes/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Textarea } from '#components/ui/form/input.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { trimText } from '#lib/core/text/clean'
import type { ProcessRecord } from '#lib/processes/schema'

/** Declares a completed process void, with a reason. */
export function VoidButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const voiding = useVoid(process.id)
  const showToast = useToast()

  function confirm() {
    if (!trimText(reason)) return setReasonMissing(true)
    voiding.mutate(trimText(reason), {
      onSuccess: () => {
        setOpen(false)
        showToast(t('void.done'))
      },
    })
  }

  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        {t('void.button')}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={t('void.title')}
        description={t('void.text')}
        confirmLabel={t('void.confirm')}
        danger
        busy={voiding.isPending}
        onConfirm={confirm}
      >
        <div className="flex flex-col gap-4">
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
          <QueryErrorMessage error={voiding.error} />
        </div>
      </Confirm>
    </>
  )
}
