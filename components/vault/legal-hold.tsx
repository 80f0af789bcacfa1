'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useLegalHold } from '#components/vault/queries.ts'
import type { VaultRecord } from '#lib/vault/schema'

export interface VaultDialogProps {
  document: VaultRecord
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Places a document under legal hold, or releases it: what was asked when the dialog opened. If it is under a hold that
 * somebody else has set since, nothing is done, and a message says so.
 */
export function LegalHold({
  action,
  document,
  open,
  onOpenChange,
}: VaultDialogProps & { action: 'place' | 'release' }) {
  const t = useTranslations('vault.hold')
  const [reason, setReason] = useState('')
  const hold = useLegalHold(document)
  const showToast = useToast()

  async function confirm() {
    const isPlaced = action === 'place'
    const change = { on: isPlaced, ...(isPlaced && reason.trim() && { reason: reason.trim() }) }
    // The dialog shows the error.
    const isDone = await hold.mutateAsync(change).catch(() => null)
    if (isDone === null) return
    onOpenChange(false)
    setReason('')
    if (isDone) showToast(t(isPlaced ? 'placed' : 'released'))
    else showToast(t(isPlaced ? 'heldMeanwhile' : 'otherHold'))
  }

  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t(`${action}Title`, { name: document.name })}
      description={t(`${action}Text`)}
      confirmLabel={t(action)}
      busy={hold.isPending}
      onConfirm={() => void confirm()}
    >
      <div className="flex flex-col gap-4">
        {action === 'release' ? null : (
          <Field label={t('reasonLabel')} optional hint={t('reasonHint')}>
            <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
        <QueryErrorMessage error={hold.error} />
      </div>
    </Confirm>
  )
}
