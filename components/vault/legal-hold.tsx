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

/** Places a document under legal hold, or releases it. */
export function LegalHold({ document, open, onOpenChange }: VaultDialogProps) {
  const t = useTranslations('vault.hold')
  const [reason, setReason] = useState('')
  const hold = useLegalHold(document.id)
  const showToast = useToast()
  const isHeld = document.legal_hold.on

  function confirm() {
    hold.mutate(isHeld ? { on: false } : { on: true, reason: reason.trim() || null }, {
      onSuccess: () => {
        onOpenChange(false)
        setReason('')
        showToast(t(isHeld ? 'released' : 'placed'))
      },
    })
  }

  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t(isHeld ? 'releaseTitle' : 'placeTitle', { name: document.name })}
      description={t(isHeld ? 'releaseText' : 'placeText')}
      confirmLabel={t(isHeld ? 'release' : 'place')}
      busy={hold.isPending}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        {isHeld ? null : (
          <Field label={t('reasonLabel')} optional hint={t('reasonHint')}>
            <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
        <QueryErrorMessage error={hold.error} />
      </div>
    </Confirm>
  )
}
