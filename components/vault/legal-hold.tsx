'use client'

import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useLegalHold } from '#components/vault/queries.ts'
import type { VaultRecord } from '#lib/vault/schema'

export interface VaultDialogProps {
  document: VaultRecord
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Places a document under legal hold, or releases it. */
export function LegalHold({ document, open, onOpenChange }: VaultDialogProps) {
  const [reason, setReason] = useState('')
  const hold = useLegalHold(document.id)
  const showToast = useToast()
  const isHeld = document.legal_hold.on

  function confirm() {
    hold.mutate(isHeld ? { on: false } : { on: true, reason: reason.trim() || null }, {
      onSuccess: () => {
        onOpenChange(false)
        setReason('')
        showToast(isHeld ? 'The legal hold is released.' : 'The document is under legal hold.')
      },
    })
  }

  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={
        isHeld ? `Release the legal hold on ${document.name}?` : `Place ${document.name} under legal hold?`
      }
      description={
        isHeld
          ? 'Once its retention has ended, it can be deleted again. The audit trail records the change.'
          : 'It cannot be deleted until you release it, whatever its retention. The audit trail records the change.'
      }
      confirmLabel={isHeld ? 'Release' : 'Place under hold'}
      cancelLabel="Cancel"
      busy={hold.isPending}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        {isHeld ? null : (
          <Field label="Reason" optional hint="Shown in the vault and in the audit trail.">
            <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
        <QueryErrorMessage error={hold.error} />
      </div>
    </Confirm>
  )
}
