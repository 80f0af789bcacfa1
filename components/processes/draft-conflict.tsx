'use client'

import { useTranslations } from 'use-intl'
import { Confirm } from '#components/ui/dialog.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

interface DraftConflictDialogProps {
  /** The draft as it was changed elsewhere; null without a conflict. */
  stored: ProcessRecord | null
  onTakeStored: () => void
  onKeepMine: () => void
}

/** Asks which version of a draft to keep when another tab or person has changed it too. */
export function DraftConflictDialog({ stored, onTakeStored, onKeepMine }: DraftConflictDialogProps) {
  const t = useTranslations('processes.conflict')
  return (
    <Confirm
      open={stored !== null}
      onOpenChange={() => {}}
      onCancel={onTakeStored}
      title={t('title')}
      description={t('text', { people: stored?.signers.length ?? 0, fields: stored?.fields.length ?? 0 })}
      confirmLabel={t('keepMine')}
      cancelLabel={t('reload')}
      onConfirm={onKeepMine}
    />
  )
}
