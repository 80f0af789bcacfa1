'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { CancelReason } from '#components/processes/detail/cancel-reason.tsx'
import { useCancel } from '#components/processes/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** Cancels a sent process, optionally with a reason. */
export function CancelButton({ process }: { process: ProcessRecord }) {
  const t = useTranslations('processes')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const cancel = useCancel(process.id)
  const showToast = useToast()
  return (
    <>
      <Button variant="danger-line" onClick={() => setOpen(true)}>
        {t('cancel.button')}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={t('cancel.title')}
        description={t('cancel.text')}
        confirmLabel={t('cancel.button')}
        danger
        busy={cancel.isPending}
        onConfirm={() =>
          cancel.mutate(reason.trim(), {
            onSuccess: () => {
              setOpen(false)
              showToast(t('cancel.done'))
            },
          })
        }
      >
        <div className="flex flex-col gap-4">
          <CancelReason value={reason} onChange={setReason} />
          <QueryErrorMessage error={cancel.error} />
        </div>
      </Confirm>
    </>
  )
}
