'use client'

import { useTranslations } from 'use-intl'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

interface DraftConflictDialogProps {
  /** The draft as it was changed elsewhere. */
  stored: ProcessRecord
  onTakeStored: () => void
  onKeepMine: () => void
}

/** Asks which version of a draft to keep when another tab or person has changed it too. */
export function DraftConflictDialog({ stored, onTakeStored, onKeepMine }: DraftConflictDialogProps) {
  const t = useTranslations('processes.conflict')
  return (
    <Confirm
      open
      onOpenChange={() => {}}
      onCancel={onTakeStored}
      title={t('title')}
      description={t('text', { people: stored.signers.length, fields: stored.fields.length })}
      confirmLabel={t('keepMine')}
      cancelLabel={t('reload')}
      onConfirm={onKeepMine}
    />
  )
}
